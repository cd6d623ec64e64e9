import { expect, test } from 'vitest'
import { logGaps } from './log-gaps.ts'

const SIXTEEN_MB = 16 * 1024 * 1024

/** @param places such as `1/0FE`: a timeline, and the log with its segment. */
const named = (...places: string[]): string[] =>
  places.map((place) => {
    const [timeline = '', log = ''] = place.split('/')
    return `0000000${timeline}0000000${log[0]}000000${log.slice(1)}`
  })

const gaps = (
  names: string[],
  {
    from = '1/0FE',
    until = null,
    bytes = SIXTEEN_MB,
  }: { from?: string; until?: string | null; bytes?: number } = {},
) => {
  const [first = ''] = named(from)
  const [last = null] = until === null ? [] : named(until)
  return logGaps(names, { from: first, until: last, segmentBytes: bytes })
}

const missing = (place: string, count: number) => [{ first: named(place)[0], missing: count }]

test('the last file of a log is followed by the first of the next', () => {
  expect(gaps(named('1/0FD', '1/0FE', '1/0FF', '1/100', '1/101'))).toEqual([])
  expect(gaps(named('1/0FE', '1/101'))).toEqual(missing('1/0FF', 2))
  // With files of 64 MB a log has 64.
  expect(gaps(named('1/03F', '1/100'), { from: '1/03F', bytes: 4 * SIXTEEN_MB })).toEqual([])
})

test('the files that a backup begins with are asked for', () => {
  expect(gaps(named('1/0FF'))).toEqual(missing('1/0FE', 1))
  expect(gaps([])).toEqual(missing('1/0FE', 1))
})

test('a file that is behind what PostgreSQL has archived may arrive before another', () => {
  expect(gaps(named('1/0FE', '1/100'), { until: '1/0FE' })).toEqual([])
  expect(gaps(named('1/0FE', '1/100'), { until: '1/100' })).toEqual(missing('1/0FF', 1))
})

test('a timeline begins where a restore ended an earlier one, and not later', () => {
  expect(gaps(named('1/0FE', '1/0FF', '1/100', '2/0FF', '2/100'))).toEqual([])
  expect(gaps(named('1/0FE', '2/0FF'))).toEqual([])
  // The second timeline ended at once, and the third comes from the first.
  expect(gaps(named('1/0FE', '1/0FF', '1/100', '2/0FF', '3/101'))).toEqual([])
  // The server that failed had not archived everything.
  expect(gaps(named('1/0FE', '2/100'))).toEqual(missing('1/0FF', 1))
})
