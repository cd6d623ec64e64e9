import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, lowestIdAt } from './period.ts'
import { rangesIn, type IdRange } from './id-ranges.ts'

const NOW = new Date('2026-11-28T12:00:00Z')

const ranges = (from: string | null, before: string | null): IdRange[] =>
  rangesIn({ from, before }, NOW)

test('the newest month comes alone, and ever more of the earlier ones at once', () => {
  const starts = ranges(null, null).map(({ from }) => from)
  const months = ['2026-11', '2026-06', '2024-12']
  expect(starts).toEqual([...months.map((month) => boundsOf(month)[0]), null])
})

test('a page that goes on begins in the month of its id', () => {
  const before = lowestIdAt(new Date('2025-03-05'))
  expect(ranges(null, before)[0]).toEqual({ from: boundsOf('2025-03')[0], before })
})

test('an id of any time is taken', () => {
  for (const before of ['ffffffff-ffff-ffff-ffff-ffffffffffff', lowestIdAt(new Date(0))])
    expect(ranges(null, before).at(-1)?.from).toBeNull()
})

test('ranges leave nothing out, and read nothing twice', () => {
  const moment = fc.date({
    min: new Date('2015-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  })
  const bound = fc.option(moment.map(lowestIdAt))
  fc.assert(
    fc.property(bound, bound, (one, other) => {
      const [from, before] =
        one !== null && other !== null && one > other ? [other, one] : [one, other]
      const all = ranges(from, before)
      expect(all[0]?.before).toBe(before)
      expect(all.at(-1)?.from).toBe(from)
      for (const [index, range] of all.slice(1).entries())
        expect(range.before).toBe(all[index]?.from)
    }),
  )
})
