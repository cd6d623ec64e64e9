import { expect, test } from 'vitest'
import { asked, filtersOfSearch, withPeriod } from './asked.ts'

test.for([
  { words: 'blida', amountFrom: 5490, amountTo: 5490, from: '2026-10-25' },
  { amountFrom: 5000, amountTo: 6000.5, from: '2026-11-23', to: '2026-11-23' },
  { referenceEnds: '80003', from: '2026-11-23T14:15', to: '2026-11-23T14:45' },
  { referenceBegins: 'FAC/2026' },
])('the filters of a search become the same query again: %j', (found) => {
  const { amountFrom, amountTo, ...rest } = found
  const amounts =
    amountFrom === amountTo
      ? amountFrom !== undefined && { amount: String(amountFrom) }
      : { amountFrom: String(amountFrom), amountTo: String(amountTo) }
  expect(asked(withPeriod(filtersOfSearch(found)))).toEqual({ ...rest, ...amounts })
})

test('a time is of the first day when there is no last one', () => {
  expect(asked({ from: '2026-11-23', time: '14:00-14:59' })).toEqual({
    from: '2026-11-23T14:00',
    to: '2026-11-23T14:59',
  })
})
