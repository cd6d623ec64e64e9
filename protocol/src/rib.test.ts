import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRib } from './is-rib.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })

/** A RIB with its check digits, by the bank's rule: 97 minus the remainder of a division by 97. */
const rib = fc.tuple(digits(3), digits(15)).map(([bank, account]) => {
  let remainder = 0
  for (const digit of [...account, 0, 0]) remainder = (remainder * 10 + digit) % 97
  return [...bank, ...account, String(97 - remainder).padStart(2, '0')].join('')
})

describe('isRib', () => {
  test('accepts an account of the post office', () => {
    expect(isRib('00799999001234567803')).toBe(true)
  })

  test('accepts every account with its check digits', () => {
    fc.assert(
      fc.property(rib, (text) => {
        expect(isRib(text)).toBe(true)
      }),
    )
  })

  test('refuses one wrong digit of the branch, the account or the check', () => {
    fc.assert(
      fc.property(
        rib,
        fc.integer({ min: 3, max: 19 }),
        fc.integer({ min: 1, max: 9 }),
        (text, place, more) => {
          const digit = (Number(text[place]) + more) % 10
          expect(isRib(`${text.slice(0, place)}${digit}${text.slice(place + 1)}`)).toBe(false)
        },
      ),
    )
  })

  test.for(['', '0079999900123456780', '007 99999 0012345678 03', '٠٠٧٩٩٩٩٩٠٠١٢٣٤٥٦٧٨٠٣'])(
    'refuses %j',
    (text) => {
      expect(isRib(text)).toBe(false)
    },
  )
})
