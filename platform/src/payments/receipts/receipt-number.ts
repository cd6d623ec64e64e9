/** Crockford's digits: without I, L, O and U, which are easily misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The parts of an id of `new_id` that differ: without version, variant and ordinal. */
const ID =
  /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab])([0-9a-f]{3})-([0-9a-f]{2})00([0-9a-f]{8})$/

/** 48 bits of time, 12 of its fraction, 22 random ones, 32 of the partner: 114 bits. */
const DIGITS_OF_ID = 23

/**
 * The number of a payment's receipt: the payment's id in base 32 and a check character, in groups of
 * four. A payment has one number and a number one payment; later payments have higher numbers, with
 * gaps. The check character differs after any one wrong character and after any two exchanged ones.
 *
 * @example receiptNumber('019aa5b1-3080-7abc-8def-0100000003e9') // '036N-5P4R-81AY-3FF0-4000-0Z93'
 * @throws RangeError when the id is not one of `new_id`: that is a bug.
 */
export const receiptNumber = (paymentId: string): string => {
  const parts = ID.exec(paymentId)
  if (parts === null) throw new RangeError(`expected the id of a payment, received ${paymentId}`)
  const [, high, low, fraction, variant = '8', random, last, partner] = parts
  // The two upper bits of the variant are the same in every id.
  const random22 = ((BigInt(`0x${variant}`) & 3n) << 20n) | BigInt(`0x${random}${last}`)
  const time = BigInt(`0x${high}${low}${fraction}`)
  const value = (((time << 22n) | random22) << 32n) | BigInt(`0x${partner}`)
  const digits = Array.from({ length: DIGITS_OF_ID }, (_, index) =>
    Number((value >> BigInt(5 * (DIGITS_OF_ID - 1 - index))) & 31n),
  )
  const text = [...digits, checkDigit(digits)].map((digit) => DIGITS[digit]).join('')
  return text.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Seconds that a short number tells apart: they repeat after four years. */
const SECONDS = 2 ** 27

/** 27 bits of the second of the opening, and 8 random ones. */
const DIGITS_OF_SHORT = 7

/**
 * The short number of a payment's receipt, to dictate: when it was opened, to the second, a random part and
 * a check character. Few payments of one second share one (W237).
 *
 * @example shortReceiptNumber('019aa5b1-3080-7abc-8def-0100000003e9') // '4G2T-Q01P'
 * @throws RangeError when the id is not one of `new_id`: that is a bug.
 */
export const shortReceiptNumber = (paymentId: string): string => {
  const parts = ID.exec(paymentId)
  if (parts === null) throw new RangeError(`expected the id of a payment, received ${paymentId}`)
  const [, high = '', low = '', , , , last = ''] = parts
  const second = Math.floor(parseInt(high + low, 16) / 1_000) % SECONDS
  const value = second * 256 + parseInt(last, 16)
  const digits = Array.from(
    { length: DIGITS_OF_SHORT },
    (_, index) => Math.floor(value / 32 ** (DIGITS_OF_SHORT - 1 - index)) % 32,
  )
  const text = [...digits, checkDigit(digits)].map((digit) => DIGITS[digit]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** What a short number says of its payment: a second out of four years, and two digits of its id. */
export type ShortNumber = { second: number; last: string }

/** What a typed short number says; null when the text is not one, or has a wrong character. */
export const readShortNumber = (typed: string): ShortNumber | null => {
  const digits = digitsOf(typed, DIGITS_OF_SHORT + 1)
  if (digits === null) return null
  const value = digits.reduce((sum, digit) => sum * 32 + digit, 0)
  return { second: Math.floor(value / 256), last: (value % 256).toString(16).padStart(2, '0') }
}

/** The seconds since 1970 that a short number can mean: of the four years around now. */
export const secondsOf = ({ second }: ShortNumber, now: Date): number[] => {
  const round = Math.floor(now.getTime() / 1_000 / SECONDS)
  return [round, round - 1].map((one) => one * SECONDS + second)
}

/** A weighted sum in the field of 32 elements, whose weights are different powers of one element. */
const checkDigit = (digits: readonly number[]): number =>
  digits.reduce((sum, digit) => timesAlpha(sum ^ digit), 0)

/** Multiplies by the root of x⁵ + x² + 1, whose powers are all elements but zero. */
const timesAlpha = (element: number): number =>
  element & 16 ? (element << 1) ^ 0b100101 : element << 1

/** Letters that are easily taken for a digit (Crockford). */
const MISREAD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }

/** The digits of a typed number before its check character; null when they are not as many, or wrong. */
const digitsOf = (typed: string, length: number): number[] | null => {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[ILO]/g, (letter) => MISREAD[letter] ?? letter)
  if (text.length !== length) return null
  const all = Array.from(text, (digit) => DIGITS.indexOf(digit))
  const digits = all.slice(0, -1)
  return all.includes(-1) || all.at(-1) !== checkDigit(digits) ? null : digits
}

/**
 * The payment of a receipt's number, however its groups and letters are written. Null when the text is
 * no such number, or has a wrong character.
 */
export const paymentIdOfReceipt = (typed: string): string | null => {
  const digits = digitsOf(typed, DIGITS_OF_ID + 1)
  if (digits === null) return null
  const value = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n)
  const hex = (bits: bigint, length: number): string => bits.toString(16).padStart(length, '0')
  const [time, random, partner] = [value >> 54n, (value >> 32n) & 0x3fffffn, value & 0xffffffffn]
  if (time >> 60n > 0n) return null
  const clock = hex(time, 15)
  const tail = hex((0b10n << 22n) | random, 6)
  return (
    `${clock.slice(0, 8)}-${clock.slice(8, 12)}-7${clock.slice(12)}-` +
    `${tail.slice(0, 4)}-${tail.slice(4)}00${hex(partner, 8)}`
  )
}
