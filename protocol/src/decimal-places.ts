/**
 * The number of decimal places of a JSON number as written, without trailing zeros. A double may lose
 * digits, and two parsers must read the same amount (D2).
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

/** A loop, because a pattern would take quadratic time for many zeros. */
const zerosAtEnd = (digits: string): number => {
  let zeros = 0
  while (zeros < digits.length && digits[digits.length - 1 - zeros] === '0') zeros += 1
  return zeros
}
