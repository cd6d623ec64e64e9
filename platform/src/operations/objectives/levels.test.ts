import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OBJECTIVES } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { addLevels, ALL_OBJECTIVES, levelOf, levelsBody } from './levels-body.ts'
import { isOwnFailure, ownCallOf } from './own-call.ts'

const month = { since: new Date('2026-11-01T00:00:00Z'), at: new Date('2026-11-27T10:00:00Z') }

test('the error budget is what an objective leaves, and is below 0 when more has failed', () => {
  const left = (good: number, failed: number) =>
    levelOf({ objective: 'lookups', good, failed }).budgetLeft
  expect([left(0, 0), left(100, 0), left(995, 5), left(98, 2)]).toEqual([null, 1, 0.5, -1])
})

test('cells are added up before the level is computed', () => {
  const cell = (good: number, failed: number, partnerId: number) =>
    levelsBody(
      {
        ...month,
        hours: [{ call: 'prompt', good: 0, failed, from: '2026-11-26T09:00:00+01:00' }],
        calls: [{ call: 'prompt', good, failed }],
        worst: [{ call: 'prompt', good, failed, partnerId, name: `Partner ${partnerId}` }],
      },
      ALL_OBJECTIVES,
    )
  const { objectives, hours, worst } = addLevels([cell(900, 5, 1), cell(50, 45, 2)])
  expect(objectives.find(({ objective }) => objective === 'webhooks')).toMatchObject({
    level: 0.95,
    budgetLeft: -4,
  })
  // Five times the error budget of the month, all in one hour.
  expect(hours).toEqual([
    {
      objective: 'webhooks',
      from: '2026-11-26T08:00:00.000Z',
      good: 0,
      failed: 50,
      level: 0,
      ofBudget: 5,
    },
  ])
  expect(worst.map(({ partnerId }) => partnerId)).toEqual(['prt_2', 'prt_1'])
})

test('the platform fails when it does not answer, and not when a partner does not', () => {
  expect(ownCallOf('POST', '/channel/v1/payments')).toBe('open')
  expect(ownCallOf('GET', '/channel/v1/payments')).toBeNull()
  expect([409, 500, 503].map((status) => isOwnFailure(status, false))).toEqual([false, true, true])
  expect(isOwnFailure(503, true)).toBe(false)
})

test('Prometheus has the same objectives', () => {
  const rules = readFileSync(
    join(import.meta.dirname, '../../../../deploy/prometheus/wasl-objectives.yml'),
    'utf8',
  )
  const budgets = Array.from(
    rules.matchAll(/objective: (\w+) \}, expr: vector\(([0-9.]+)\)/g),
    ([, objective = '', budget]) => [objective, Number((1 - Number(budget)).toFixed(6))],
  )
  expect(Object.fromEntries(budgets)).toEqual(OBJECTIVES)
})
