import { expect, test } from 'vitest'
import type { CallCounts } from './count-calls.ts'
import { splitCalls } from './split-calls.ts'

test('each cell gets the calls of its own partners, and the control cell those of the platform', () => {
  const counts = [0, 1, 2, 3].map((partnerId): CallCounts => ({
    partnerId,
    call: 'lookup',
    failed: 1,
    answered: [],
  }))
  // Nobody knows partner 3 any more.
  const homes = { cellOf: (partnerId: number) => ['', 'a', 'b'][partnerId] ?? null }
  const takes = [counts, []]
  const take = splitCalls(() => takes.shift() ?? [], homes, 'a')
  const partnersOf = (cell: string) => take(cell)().map(({ partnerId }) => partnerId)
  expect([partnersOf('b'), partnersOf('a'), partnersOf('b')]).toEqual([[2], [0, 1], []])
})
