import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDelayMs, parseRetryAfter, RETRY_DELAYS_SECONDS } from './retry-schedule.ts'

/** D14: however long a Retry-After asks for. */
const DAY_SECONDS = 86_400

describe('the retry schedule', () => {
  test('makes ten attempts and then gives up', () => {
    const delays = Array.from({ length: 10 }, (_, step) => nextDelayMs(step, 0.5, null))
    expect(delays).toEqual([
      10_000,
      60_000,
      300_000,
      1_800_000,
      7_200_000,
      21_600_000,
      43_200_000,
      86_400_000,
      86_400_000,
      null,
    ])
  })

  test('stays within ten per cent of the schedule, whatever the random number', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: RETRY_DELAYS_SECONDS.length - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (step, random) => {
          const scheduled = (RETRY_DELAYS_SECONDS[step] as number) * 1000
          const delay = nextDelayMs(step, random, null) as number
          expect(delay).toBeGreaterThanOrEqual(Math.floor(scheduled * 0.9))
          expect(delay).toBeLessThanOrEqual(Math.ceil(scheduled * 1.1))
        },
      ),
    )
  })

  test('respects Retry-After, for a day at most', () => {
    fc.assert(
      fc.property(fc.nat({ max: 8 }), fc.nat({ max: 10_000_000 }), (step, asked) => {
        const delay = nextDelayMs(step, 0, asked) as number
        expect(delay).toBeGreaterThanOrEqual(Math.min(asked, DAY_SECONDS) * 1000)
        const scheduled = (RETRY_DELAYS_SECONDS[step] as number) * 1000
        expect(delay).toBeLessThanOrEqual(Math.max(scheduled, DAY_SECONDS * 1000))
      }),
    )
  })

  test.each(['86401', '9999999999', '9'.repeat(30), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'a Retry-After of %s is heeded for a day',
    (header) => {
      const asked = parseRetryAfter(header, new Date('2026-11-21T09:00:00.000Z'))
      expect(nextDelayMs(0, 0.5, asked)).toBe(DAY_SECONDS * 1000)
    },
  )
})

describe('Retry-After', () => {
  const now = new Date('2026-11-21T09:00:00.000Z')

  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 09:01:30 GMT', 90],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['Saturday, 21-Nov-26 09:01:30 GMT', 90],
    ['Sat Nov 21 09:01:30 2026', 90],
    ['-5', null],
    ['1e3', null],
    ['5 apples', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%j is read as %j seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds)
  })

  test('is read the same in every time zone', () => {
    const zone = process.env['TZ']
    try {
      process.env['TZ'] = 'Africa/Algiers'
      expect(parseRetryAfter('Sat Nov 21 09:01:30 2026', now)).toBe(90)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })
})
