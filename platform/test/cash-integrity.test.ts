/** Each invariant of agents, shifts, variances and cases notices what contradicts it (D30). */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CASH_INTEGRITY } from '../src/parties/agents/integrity.ts'
import { types } from '../src/base/database/types.ts'
import { BOOKS_INTEGRITY } from '../src/operations/integrity/ledger.ts'
import { custodyViolations } from './support/custody.ts'
import { useScene } from './support/scene.ts'
import { openTill, type Till } from './support/till.ts'

const scene = useScene()

let till: Till
/** One connection, so that its transaction covers every query. */
let pool: pg.Pool

beforeAll(async () => {
  const { platform } = scene
  pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 1, types })
  till = await openTill(scene)
  // A decided shortage, a closed shift without a difference, an open surplus, and a case.
  const decide = async (varianceId: string, outcome: string): Promise<void> => {
    const answer = await platform.call('POST', `/operator/v1/variances/${varianceId}/decide`, {
      key: platform.operatorKey,
      body: { outcome, reason: 'Seen.' },
    })
    expect(answer.status).toBe(200)
  }
  const counted = async (price: number, dinars: number): Promise<string | null> => {
    const { agentId, shiftId } = await till.onShift(100)
    await till.collect(agentId, price)
    return (await till.count(shiftId, 100 + dinars)).body.count.varianceId
  }
  await decide((await counted(500, 300)) as string, 'agent_receivable')
  await decide((await counted(500, 550)) as string, 'payer_held')
  await counted(500, 500)
  await counted(500, 700)
})

afterAll(() => pool.end())

const ASKED = {
  ...CASH_INTEGRITY,
  ...Object.fromEntries(
    Object.entries(BOOKS_INTEGRITY).filter(([name]) => name.startsWith('L1: who took the money')),
  ),
}

const violationsWith = async (sql: string): Promise<string[]> => {
  await pool.query('begin')
  try {
    // Neither triggers nor foreign keys stand in the way.
    await pool.query('set local session_replication_role = replica')
    await pool.query(sql)
    return await custodyViolations(pool, ASKED)
  } finally {
    await pool.query('rollback')
  }
}

test('nothing contradicts them after ordinary counts', async () => {
  expect(await custodyViolations(pool, ASKED)).toEqual([])
})

test.each([
  ['L1: who took the money', `update payments set taken_by = null where taken_by is not null`],
  ['L1: who took the money', `update agents set channel_id = channel_id + 1`],
  [
    'L1: who took the money',
    `update ledger_transfers set debit_owner = 'agt_999' where code = 'COLLECT'`,
  ],
  ['L9: the account of a variance', `delete from ledger_transfers where code = 'COUNT_OVER'`],
  ['L9: the account of a variance', `delete from ledger_transfers where code = 'SHORT'`],
  ['L9: the account of a variance', `delete from variances where status = 'open'`],
  ['L9: the account of a variance', `update variances set amount = amount + 1`],
  ['L9: the account of a case', `delete from cases`],
  ['L9: the account of a case', `delete from ledger_transfers where code = 'OVER'`],
  [
    'D30: a shift is counted',
    `update shifts set status = 'open', counting_at = null, counted_at = null`,
  ],
  ['D30: a shift is counted', `delete from shift_counts`],
  [
    'D30: what a count expected',
    `insert into shift_count_parts (shift_id, cell, expected, snapshot, open_locks)
      select shift_id, 'north', expected + 1, snapshot, open_locks from shift_counts limit 1`,
  ],
  ['D30: the difference of a count', `update shift_counts set counted = counted + 1`],
  ['D30: the difference of a count', `delete from variances`],
  ['D30: a shift is reviewed', `update shifts set status = 'counted', reviewed_at = null`],
  [
    'D30: a shift is reviewed',
    `update shifts set status = 'closed', closed_at = wasl_now() where reviewed_at is null`,
  ],
  ['D30: the float', `update shifts set float = float + 1`],
  ['D30: the float', `delete from ledger_transfers where code = 'MOVED'`],
  ['D30: the float', `update ledger_transfers set credit_owner = 'agt_999' where code = 'MOVED'`],
  [
    'D30: no agent owes',
    `delete from ledger_transfers where debit_kind = 'agent_receivable';
    insert into ledger_transfers select partner_id, new_id(0), 'RECOVERED', 1, 'bank', 'clients',
      'agent_receivable', 'agt_1', 1, 'DZD', 'opr_1', at, business_date
    from ledger_transfers limit 1`,
  ],
])('%s notices: %s', async (name, sql) => {
  expect((await violationsWith(sql)).filter((line) => line.startsWith(name))).not.toEqual([])
})

test('the table refuses a decision by the person who counted', async () => {
  await expect(
    pool.query(`update variances set decided_by = found_by where status = 'decided'`),
  ).rejects.toThrow('variances_check')
})
