/** Lines and corners of the keypad of a phone, from either end. */
const KEYPAD = [
  '2580',
  '1470',
  '3690',
  '1590',
  '3570',
  '1379',
  '147258369',
  '159357',
  '14789',
  '36987',
]

/** What people choose most among the rest: words on the keypad, dates, an agent of films. */
const POPULAR = ['1004', '5683', '0007', '4711', '0511', '1101', '2468', '7890']

const EASY: ReadonlySet<string> = new Set(
  [...KEYPAD, ...POPULAR].flatMap((pin) => [pin, Array.from(pin).toReversed().join('')]),
)

/** With four digits one of them is a year of birth, which colleagues know. */
const YEAR = /^(?:19[3-9]\d|20[0-3]\d)$/

const DIFFERENT_MIN = 3

/**
 * Whether a PIN is among those that people try first: fewer than three different digits, digits
 * that count up or down, a group again and again, a line of the keypad, a year.
 *
 * @example isWeakPin('2580') // true
 */
export const isWeakPin = (pin: string): boolean =>
  new Set(pin).size < DIFFERENT_MIN ||
  countsUpOrDown(pin) ||
  /^(.{2,})\1+$/.test(pin) ||
  YEAR.test(pin) ||
  EASY.has(pin)

/** Such as `1234` and `8765`. */
const countsUpOrDown = (pin: string): boolean => {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0))
  return steps.every((step) => step === steps[0] && Math.abs(step) === 1)
}
