import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW_MS = Date.parse('2026-11-21T09:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

const read = (value: string, date?: string) =>
  retryAfterMs(new Headers({ 'retry-after': value, ...(date !== undefined && { date }) }), NOW_MS)

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', 1_000],
    [' 60 ', 60_000],
    ['9999999999', DAY_MS],
    ['Sat, 21 Nov 2026 09:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 09:00:30 GMT', 30_000],
    ['Sat Nov 21 09:00:30 2026', 30_000],
    ['Sat, 21 Nov 2026 08:59:30 GMT', 0],
    ['Sat, 21 Nov 2099 08:59:30 GMT', DAY_MS],
  ])('%j is %d ms', (value, ms) => {
    expect(read(value)).toBe(ms)
  })

  test('a date is measured against the Date of the answer', () => {
    const date = 'Sat, 21 Nov 2020 09:00:00 GMT'
    expect(read('Sat, 21 Nov 2020 09:00:07 GMT', date)).toBe(7_000)
  })

  test.each([
    '',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '2026-11-21',
    '12345678901',
    'Sat, nonsense day',
  ])('%j says nothing', (value) => {
    expect(read(value)).toBeNull()
  })

  test('is absent, or from 0 to a day, whatever is sent', () => {
    const header = fc.string({ unit: 'grapheme-ascii', maxLength: 40 })
    fc.assert(
      fc.property(header, (value) => {
        const ms = read(value)
        expect(ms === null || (ms >= 0 && ms <= DAY_MS)).toBe(true)
      }),
    )
  })
})
