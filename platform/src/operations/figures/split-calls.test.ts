import { expect, test } from 'vitest'
import { createCallCounter } from './count-calls.ts'
import { splitCalls } from './split-calls.ts'

// Nobody knows partner 3 any more.
const homes = { cellOf: (partnerId: number) => ['', 'a', 'b'][partnerId] ?? null }

test('each cell gets the calls of its own partners, and the control cell those of the platform', () => {
  const counter = createCallCounter()
  for (const partnerId of [0, 1, 2, 3]) counter.failed(partnerId, 'lookup')
  const callsOf = splitCalls(counter, homes, 'a')
  const partnersOf = (cell: string) =>
    callsOf(cell)
      .take()
      .map(({ partnerId }) => partnerId)
  expect([partnersOf('b'), partnersOf('a'), partnersOf('b')]).toEqual([[2], [0, 1], []])
})

test('what waits for a cell, or comes back from it, is one sum for each partner', () => {
  const counter = createCallCounter()
  const callsOf = splitCalls(counter, homes, 'a')
  for (let minute = 0; minute < 3; minute += 1) {
    counter.failed(2, 'lookup')
    counter.answered(2, 'lookup', 90)
    callsOf('a').take()
  }
  const taken = callsOf('b').take()
  expect(taken).toMatchObject([{ partnerId: 2, call: 'lookup', failed: 3 }])
  callsOf('b').add(taken)
  counter.failed(2, 'lookup')
  const [again] = callsOf('b').take()
  expect(again).toMatchObject({ failed: 4 })
  expect(again?.answered.reduce((sum, count) => sum + count, 0)).toBe(3)
})
