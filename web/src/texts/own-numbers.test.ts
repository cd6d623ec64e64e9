import { expect, test } from 'vitest'
import { intlOf } from './own-numbers.ts'

const TEXT = '{count, plural, one {#} other {# أسطر}}'

test('numbers in texts are grouped as amounts are, in Arabic too', () => {
  const [ar, fr, en] = [intlOf('ar'), intlOf('fr'), intlOf('en')]
  const said = (intl: typeof ar, text: string, count: number): string =>
    intl.formatMessage({ id: 'x', defaultMessage: text }, { count })
  expect(said(ar, TEXT, 2_307)).toBe('2\u202f307 أسطر')
  expect(said(ar, '{count, number}', 1_234.5)).toBe('1\u202f234,5')
  expect(said(fr, '{count, number}', 2_307)).toBe('2\u202f307')
  expect(said(en, '{count, number}', 2_307)).toBe('2,307')
  // The mark keeps the sign on the left of the digits in a line from right to left.
  expect(ar.formatNumber(-2_307.25)).toBe('\u200e\u22122\u202f307,25')
  expect(ar.formatNumber(3_000, { style: 'unit', unit: 'day', unitDisplay: 'long' })).toMatch(
    /^3\u202f000.*يوم/,
  )
})
