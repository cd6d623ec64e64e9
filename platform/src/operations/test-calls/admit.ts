import { TESTS_PER_MINUTE_MAX } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import type { TestSubject } from './test-call.ts'

export type Admission =
  | { ok: true; subject: TestSubject }
  | { ok: false; retryAfterSeconds: number }

/** Counts a test before it is made; at most a few within a minute, across all processes. */
export const admitTest = (
  pool: pg.Pool,
  partnerId: number,
  action: 'webhook.test' | 'address.test',
  by: Actor,
): Promise<Admission> =>
  withTransaction(pool, async (tx) => {
    // Two tests at the same moment are counted one after the other.
    await tx.query(`select pg_advisory_xact_lock(hashtext('wasl test calls'), $1)`, [partnerId])
    await tx.query(
      `delete from test_calls where partner_id = $1 and at < wasl_now() - interval '1 minute'`,
      [partnerId],
    )
    const { rows: earlier } = await tx.query<{ free_in: number }>(
      `select ceil(extract(epoch from at + interval '1 minute' - wasl_now()))::int as free_in
      from test_calls
      where partner_id = $1
      order by at desc
      offset $2 limit 1`,
      [partnerId, TESTS_PER_MINUTE_MAX - 1],
    )
    const [full] = earlier
    if (full !== undefined) return { ok: false, retryAfterSeconds: Math.max(1, full.free_in) }
    const { rows } = await tx.query<TestSubject>(
      `insert into test_calls (partner_id, test_id, at)
      values ($1, new_id($1), wasl_now())
      returning test_id as "testId", at`,
      [partnerId],
    )
    const [subject] = rows
    if (subject === undefined) throw new Error('the test was not recorded')
    await appendAudit(tx, by, { partnerId, action, subject: partnerWireId(partnerId) })
    return { ok: true, subject }
  })
