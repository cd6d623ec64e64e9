import { describe, expect, test } from 'vitest'
import { decideLimits } from './limits.ts'

const NONE = { cashMax: null, heldDaysMax: null }
const REFUSED = { ok: false, code: 'AGENT409_CASH_LIMIT' }

describe('decideLimits', () => {
  test('lets an agent without limits hold anything for ever', () => {
    const holding = { cash: Number.MAX_SAFE_INTEGER, oldestDays: 10_000 }
    expect(decideLimits(holding, NONE)).toEqual({ ok: true, warnings: [] })
  })

  test.for([
    [-1, []],
    [0, []],
    [79_99, []],
    [80_00, ['AGENT_CASH_NEAR_LIMIT']],
    [99_99, ['AGENT_CASH_NEAR_LIMIT']],
  ] as const)('%d centimes of 10,000 open with the warnings %j', ([cash, warnings]) => {
    const decided = decideLimits({ cash, oldestDays: 0 }, { ...NONE, cashMax: 100_00 })
    expect(decided).toEqual({ ok: true, warnings })
  })

  test.for([100_00, 100_01])('%d centimes of 10,000 are refused', (cash) => {
    expect(decideLimits({ cash, oldestDays: 0 }, { ...NONE, cashMax: 100_00 })).toEqual(REFUSED)
  })

  test.for([
    [null, { ok: true, warnings: [] }],
    [0, { ok: true, warnings: [] }],
    [2, { ok: true, warnings: ['AGENT_HOLDS_CASH_LONG'] }],
    [3, REFUSED],
  ] as const)('cash of %j days ago, where 2 are allowed: %j', ([oldestDays, expected]) => {
    expect(decideLimits({ cash: 1, oldestDays }, { ...NONE, heldDaysMax: 2 })).toEqual(expected)
  })

  test('gives both warnings', () => {
    const limits = { cashMax: 100_00, heldDaysMax: 1 }
    expect(decideLimits({ cash: 90_00, oldestDays: 1 }, limits)).toEqual({
      ok: true,
      warnings: ['AGENT_CASH_NEAR_LIMIT', 'AGENT_HOLDS_CASH_LONG'],
    })
  })
})
