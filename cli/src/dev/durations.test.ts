import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDuration, DURATION_MS_MAX, durationText } from './durations.ts'
import { wordsOf } from './prompt.ts'

describe('a duration', () => {
  test.each([
    ['16m', 960_000],
    ['1d', 86_400_000],
    ['1h30m', 5_400_000],
    ['500ms', 500],
    ['1.5s', 1_500],
  ])('%s is read', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs)
  })

  test.each(['', 'm', '16', '16 m', '-5m', '0s', '5x', '16m!', '401d', '1e3s'])(
    '%s is not read',
    (text) => {
      expect(parseDuration(text)).toBeNull()
    },
  )

  test('is a number of milliseconds within the limit, or null, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('0', '1', '9', '.', 'm', 's', 'h', 'd', ' ', '+') }),
        (text) => {
          const durationMs = parseDuration(text)
          if (durationMs === null) return
          expect(Number.isSafeInteger(durationMs)).toBe(true)
          expect(durationMs).toBeLessThanOrEqual(DURATION_MS_MAX)
        },
      ),
    )
  })

  test.each([
    [417, '417 ms'],
    [9_400, '9.4 s'],
    [60_000, '1 min'],
    [5_400_000, '1 h 30 min'],
    [93_600_000, '1 d 2 h'],
  ])('of %i ms is shown as %s', (durationMs, text) => {
    expect(durationText(durationMs)).toBe(text)
  })
})

describe('a line at the prompt', () => {
  test('is split as a shell splits it', () => {
    expect(wordsOf(`pay "INV/2026 01" --channel  'DELIVERY'`)).toEqual([
      'pay',
      'INV/2026 01',
      '--channel',
      'DELIVERY',
    ])
    expect(wordsOf('   ')).toEqual([])
  })
})
