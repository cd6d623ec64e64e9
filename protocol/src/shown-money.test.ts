import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dinarsFromSum, formatSum } from './centimes.ts'
import { shownSum, type ShownLanguage } from './shown-money.ts'

test.each<[number, ShownLanguage, 'auto' | 'always', string]>([
  [1250.5, 'fr', 'always', '1\u202f250,50'],
  [1250.5, 'ar', 'auto', '1\u202f250,50'],
  [1_234_567, 'ar', 'always', '1\u202f234\u202f567,00'],
  [1_234_567, 'en', 'auto', '1\u202f234\u202f567'],
  [-1250.5, 'en', 'always', '\u22121\u202f250.50'],
  [0, 'fr', 'always', '0,00'],
  [-0, 'fr', 'auto', '0'],
  [0.01, 'fr', 'auto', '0,01'],
  [9_999_999_999.99, 'fr', 'always', '9\u202f999\u202f999\u202f999,99'],
])('%d is shown in %s (%s decimals) as %s', (dinars, language, decimals, shown) => {
  expect(shownSum(dinars, language, decimals)).toBe(shown)
})

test.each([0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e21])('%d is no sum', (dinars) => {
  expect(() => shownSum(dinars, 'fr')).toThrow('expected dinars')
})

test('every sum keeps its digits, to the centime', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
      fc.constantFrom<ShownLanguage>('ar', 'fr', 'en'),
      (centimes, language) => {
        const shown = shownSum(dinarsFromSum(centimes), language)
        const digits = shown.replaceAll(/[^0-9]/g, '')
        expect(digits).toBe(formatSum(centimes).replaceAll(/[^0-9]/g, ''))
        expect(shown.startsWith('\u2212')).toBe(centimes < 0)
      },
    ),
  )
})
