import { expect, test } from 'vitest'
import type { Row } from './scenario.ts'
import { notesOf, tableOf } from './table.ts'

const row = (given: Partial<Row>): Row => ({
  scenario: 'status',
  contestant: 'Wasl',
  result: '10/s',
  ratio: null,
  goal: null,
  ...given,
})

test('a table names each scenario once and says whether each goal was met', () => {
  const table = tableOf([
    row({ contestant: 'floor', ratio: 1 }),
    row({ ratio: 0.456, goal: { text: '≥ 0.45', met: true } }),
    row({ scenario: 'open', goal: { text: '≥ 1', met: false } }),
  ])
  expect(table.split('\n')).toEqual([
    '| scenario | contestant | result | ratio | goal            |',
    '|----------|------------|--------|-------|-----------------|',
    '| status   | floor      | 10/s   | 1.00  |                 |',
    '|          | Wasl       | 10/s   | 0.46  | ≥ 0.45: met     |',
    '| open     | Wasl       | 10/s   |       | ≥ 1: **missed** |',
  ])
})

test('a note of several rows appears once', () => {
  expect(notesOf([row({ note: 'a' }), row({}), row({ note: 'a' }), row({ note: 'b' })])).toEqual([
    'a',
    'b',
  ])
})
