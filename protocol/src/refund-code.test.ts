import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRefundCode, readRefundCode, type RefundCode } from './refund-code.ts'

const DIGITS = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...DIGITS), { minLength: length, maxLength: length })
    .map((characters) => characters.join(''))

const code: fc.Arbitrary<RefundCode> = fc.record({
  partner: fc.integer({ min: 1, max: 2_147_483_647 }),
  locator: digits(4),
  secret: digits(7),
})

describe('the code of a refund', () => {
  test('is written in groups that people can read', () => {
    const text = formatRefundCode({ partner: 1001, locator: 'K7QM', secret: '3F9X2HT' })
    expect(text).toBe('1001-K7QM-3F9X-2HT4')
  })

  test('is read as it was written, however a person types it', () => {
    fc.assert(
      fc.property(
        code,
        fc.boolean(),
        fc.constantFrom('', ' ', '-', ' - '),
        (made, lower, between) => {
          const text = formatRefundCode(made).replaceAll('-', between)
          const typed = text.replaceAll('0', 'o').replaceAll('1', 'l')
          expect(readRefundCode(lower ? typed.toLowerCase() : typed)).toEqual(made)
        },
      ),
    )
  })

  test('is not read with one wrong character', () => {
    fc.assert(
      fc.property(code, fc.nat(), fc.constantFrom(...DIGITS), (made, place, other) => {
        const text = formatRefundCode(made).replaceAll('-', '')
        const at = place % text.length
        fc.pre(text[at] !== other)
        expect(readRefundCode(text.slice(0, at) + other + text.slice(at + 1))).toBeNull()
      }),
    )
  })

  test('is not read with two characters swapped, wherever they stand', () => {
    fc.assert(
      fc.property(code, fc.nat(), fc.nat(), (made, one, two) => {
        const characters = Array.from(formatRefundCode(made).replaceAll('-', ''))
        const [first, second] = [one % characters.length, two % characters.length]
        fc.pre(characters[first] !== characters[second])
        const swapped = characters.with(first, characters[second] as string)
        expect(
          readRefundCode(swapped.with(second, characters[first] as string).join('')),
        ).toBeNull()
      }),
    )
  })

  test.for([
    '',
    '1001',
    'K7QM-3F9X-2HT4',
    '0-K7QM-3F9X-2HT4',
    '1001-K7QM-3F9X-2HT',
    'x'.repeat(1e6),
  ])('is not %s', (text) => {
    expect(readRefundCode(text)).toBeNull()
  })
})
