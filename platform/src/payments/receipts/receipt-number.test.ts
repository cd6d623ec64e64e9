import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readShortNumber, receiptNumber, secondsOf, shortReceiptNumber } from './receipt-number.ts'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const HEX = Array.from('0123456789abcdef')

const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(...HEX), { minLength: digits, maxLength: digits })
    .map((characters) => characters.join(''))

/** Ids as `new_id` makes them. */
const ids = fc
  .tuple(hex(8), hex(4), hex(3), fc.constantFrom('8', '9', 'a', 'b'), hex(3), hex(2), hex(8))
  .map(
    ([high, low, fraction, variant, random, last, partner]) =>
      `${high}-${low}-7${fraction}-${variant}${random}-${last}00${partner}`,
  )

const digitsOf = (number: string): number[] =>
  Array.from(number.replaceAll('-', ''), (character) => DIGITS.indexOf(character))

/** What the check character must be zero of: independent of the code under test. */
const isChecked = (digits: number[]): boolean => {
  const powers = [1]
  for (let power = 1; powers.length < 31;) {
    power = power & 16 ? ((power << 1) ^ 37) & 31 : power << 1
    powers.push(power)
  }
  const logs = new Map(powers.map((power, exponent) => [power, exponent]))
  const times = (one: number, exponent: number): number => {
    const log = logs.get(one)
    return log === undefined ? 0 : (powers[(log + exponent) % 31] as number)
  }
  const rest = digits.length - 1
  const sum = digits
    .slice(0, rest)
    .reduce((total, digit, index) => total ^ times(digit, rest - index), 0)
  return sum === digits[rest]
}

/** The payment's id again. */
const idOf = (number: string): string => {
  const value = digitsOf(number)
    .slice(0, 23)
    .reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n)
  const text = (bits: bigint, digits: number): string => bits.toString(16).padStart(digits, '0')
  const time = text(value >> 54n, 15)
  const random = text(((value >> 32n) & 0x3fffffn) | 0x800000n, 6)
  const partner = text(value & 0xffffffffn, 8)
  return (
    `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}` +
    `-${random.slice(0, 4)}-${random.slice(4)}00${partner}`
  )
}

test('has six groups of four characters that are not misread', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(receiptNumber(id)).toMatch(new RegExp(`^[${DIGITS}]{4}(?:-[${DIGITS}]{4}){5}$`))
    }),
  )
})

test('is of one payment alone, because its id can be read from it', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(idOf(receiptNumber(id))).toBe(id)
    }),
  )
})

test('grows with the time of the payment', () => {
  const early = receiptNumber('019aa5b1-3080-7abc-8def-0100000003e9')
  const late = receiptNumber('019aa5b1-3081-7000-8000-000000000001')
  expect(late > early).toBe(true)
})

test('shows one wrong character, and any two that changed places', () => {
  const digit = fc.integer({ min: 0, max: 31 })
  const place = fc.integer({ min: 0, max: 22 })
  fc.assert(
    fc.property(ids, place, place, digit, (id, one, other, wrong) => {
      const digits = digitsOf(receiptNumber(id))
      expect(isChecked(digits)).toBe(true)
      fc.pre(digits[one] !== wrong && digits[one] !== digits[other])
      expect(isChecked(digits.with(one, wrong))).toBe(false)
      const exchanged = digits.with(one, digits[other] ?? 0).with(other, digits[one] ?? 0)
      expect(isChecked(exchanged)).toBe(false)
    }),
  )
})

test.each([
  '',
  'x',
  '019aa5b1-3080-4abc-8def-0100000003e9',
  '019aa5b1-3080-7abc-8def-0101000003e9',
])('of %s is refused: it is not the id of a payment', (id) => {
  expect(() => receiptNumber(id)).toThrow('expected the id of a payment')
})

test('a short number says the second of the opening, of the four years before now', () => {
  const short = shortReceiptNumber('019aa5b1-3080-7abc-8def-0100000003e9')
  expect(short).toBe('4G2T-Q01P')
  const said = readShortNumber(short)
  const opened = Math.floor(0x019aa5b13080 / 1_000)
  expect(said).toMatchObject({ last: '01' })
  for (const laterS of [0, 86_400, 4 * 365 * 86_400]) {
    const now = new Date((opened + laterS) * 1_000)
    expect(said && secondsOf(said, now)).toContain(opened)
  }
})

test('a short number shows one wrong character', () => {
  const digit = fc.integer({ min: 0, max: 31 })
  fc.assert(
    fc.property(ids, fc.nat(7), digit, (id, place, wrong) => {
      const short = shortReceiptNumber(id).replace('-', '')
      fc.pre(short[place] !== DIGITS[wrong])
      expect(readShortNumber(short)).not.toBeNull()
      const misread = `${short.slice(0, place)}${DIGITS[wrong]}${short.slice(place + 1)}`
      expect(readShortNumber(misread)).toBeNull()
    }),
  )
})
