import { formatDinars, MAX_CENTIMES, type Language } from '@wasl/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownAmount, shownTime } from './shown-amount.ts'

test.each<[number, Language, string]>([
  [125_050, 'fr', '1\u202f250,50'],
  [125_050, 'ar', '1\u202f250,50'],
  [125_050, 'en', '1\u202f250.50'],
  [50_000, 'ar', '500'],
  [1, 'fr', '0,01'],
  [MAX_CENTIMES, 'en', '9\u202f999\u202f999\u202f999.99'],
])('%i centimes are shown in %s as %s', (centimes, language, shown) => {
  expect(shownAmount(centimes, language)).toBe(shown)
})

test('every amount keeps its digits, to the centime, in Western digits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_CENTIMES }),
      fc.constantFrom<Language>('ar', 'fr', 'en'),
      (centimes, language) => {
        const digits = shownAmount(centimes, language).replaceAll(/[^0-9]/g, '')
        const exact = formatDinars(centimes).replace('.', '')
        expect(digits).toBe(centimes % 100 === 0 ? exact.slice(0, -2) : exact)
      },
    ),
  )
})

test.each<[Language, string]>([
  ['ar', '21 نوفمبر 2026 في 23:30'],
  ['fr', '21 novembre 2026 à 23:30'],
  ['en', '21 November 2026 at 23:30'],
])('times are those of Algeria: in %s', (language, shown) => {
  expect(shownTime(new Date('2026-11-21T22:30:00Z'), language)).toBe(shown)
})
