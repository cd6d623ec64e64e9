/**
 * How many decimal places a JSON number has by its digits, trailing zeros apart: the digits may show
 * more than the double made of them, and two readers must see the same amount (D2).
 *
 * @example decimalPlaces('599.8000000000000001') // 16
 * @example decimalPlaces('1.50e1') // 0
 */
export const decimalPlaces = (literal: string): number => {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  const zeros = zerosAtEnd(digits)
  if (zeros === digits.length) return 0
  return Math.max(0, fraction.length - Number(exponent) - zeros)
}

/** Counted from the end: a pattern would look for the end behind each zero of a long row of them. */
const zerosAtEnd = (digits: string): number => {
  let zeros = 0
  while (zeros < digits.length && digits[digits.length - 1 - zeros] === '0') zeros += 1
  return zeros
}
