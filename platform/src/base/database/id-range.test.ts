import { describe, expect, test } from 'vitest'
import { ANY_ID, isWithin, NO_ID, readWithin, recentIds, type IdRange } from './id-range.ts'
import { lowestIdAt } from './period.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

const idAt = (moment: string): string => lowestIdAt(new Date(moment))

describe('the recent ids', () => {
  test.each([
    ['2026-09-30T23:59:59.999Z', false],
    ['2026-10-01T00:00:00.000Z', true],
    ['2026-11-30T23:59:59.999Z', true],
    ['2026-12-01T00:00:00.000Z', false],
  ])('at the end of November, an id of %s: %s', (moment, isRecent) => {
    expect(isWithin(recentIds(NOW), idAt(moment))).toBe(isRecent)
  })

  test('no id is within the empty range, and every id within the full one', () => {
    expect([isWithin(NO_ID, idAt('2026-11-01')), isWithin(ANY_ID, idAt('2026-11-01'))]).toEqual([
      false,
      true,
    ])
  })
})

/** Reads a row that names these ids one after another, and keeps the ranges that were asked for. */
const reading = async (...named: (string | null | undefined)[]) => {
  const ranges: IdRange[] = []
  const row = await readWithin(
    NOW,
    (range) => {
      ranges.push(range)
      const id = named.shift()
      return Promise.resolve(id === undefined ? undefined : { id })
    },
    ({ id }) => id,
  )
  return { row, ranges }
}

describe('a payment that another row names', () => {
  const recent = idAt('2026-11-01')
  const old = idAt('2026-03-01')
  const older = idAt('2026-02-01')

  test.each([[recent], [null]])('is read once when it is recent or absent: %s', async (id) => {
    expect(await reading(id)).toEqual({ row: { id }, ranges: [recentIds(NOW)] })
  })

  test('is read once when there is no such row', async () => {
    expect(await reading(undefined)).toEqual({ row: undefined, ranges: [recentIds(NOW)] })
  })

  test('is read again with its own id when it is older', async () => {
    const { row, ranges } = await reading(old, old)
    expect(row).toEqual({ id: old })
    expect(ranges).toEqual([recentIds(NOW), [old, old]])
  })

  test('is read among all payments when the row names another one each time', async () => {
    const { row, ranges } = await reading(old, older, recent)
    expect(row).toEqual({ id: recent })
    expect(ranges).toEqual([recentIds(NOW), [old, old], ANY_ID])
  })
})
