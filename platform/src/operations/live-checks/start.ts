import { LIVE_RUNS_KEPT, LIVE_RUNS_PER_HOUR_MAX } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import type { LiveRunRow } from './row.ts'
import { RUN_COLUMNS, RUN_SECONDS_MAX } from './row.ts'

export type Start =
  | { ok: true; row: LiveRunRow }
  | { ok: false; why: 'running'; runId: string }
  | { ok: false; why: 'too many'; retryAfterSeconds: number }

/** Records a run before it begins: one at a time for a partner, and a few within an hour. */
export const startRun = (
  pool: pg.Pool,
  { partnerId, apiUrl, webhookUrl }: Pick<PartnerTarget, 'partnerId' | 'apiUrl' | 'webhookUrl'>,
  reference: string | null,
  by: Actor,
): Promise<Start> =>
  withTransaction(pool, async (tx) => {
    // Two runs at the same moment are decided one after the other.
    await tx.query(`select pg_advisory_xact_lock(hashtext('wasl live checks'), $1)`, [partnerId])
    const refusal = await refusalOf(tx, partnerId)
    if (refusal !== null) return refusal
    await tx.query(
      `delete from live_checks
      where partner_id = $1 and run_id not in (
        select run_id from live_checks where partner_id = $1 order by run_id desc limit $2
      )`,
      [partnerId, LIVE_RUNS_KEPT - 1],
    )
    const { rows } = await tx.query<LiveRunRow>(
      `insert into live_checks
        (partner_id, run_id, started_at, asked_by, api_url, webhook_url, reference)
      values ($1, new_id($1), wasl_now(), $2, $3, $4, $5)
      returning ${RUN_COLUMNS}`,
      [partnerId, by.name, apiUrl, webhookUrl, reference],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the run was not recorded')
    await appendAudit(tx, by, { partnerId, action: 'live-checks.start', subject: row.run_id })
    return { ok: true, row }
  })

const refusalOf = async (tx: pg.PoolClient, partnerId: number): Promise<Start | null> => {
  const { rows } = await tx.query<{ run_id: string; is_running: boolean; free_in: number }>(
    `select run_id,
      finished_at is null and started_at > wasl_now() - interval '${RUN_SECONDS_MAX} s' as is_running,
      ceil(extract(epoch from started_at + interval '1 hour' - wasl_now()))::int as free_in
    from live_checks
    where partner_id = $1 and started_at > wasl_now() - interval '1 hour'
    order by run_id desc
    limit $2`,
    [partnerId, LIVE_RUNS_PER_HOUR_MAX],
  )
  const running = rows.find(({ is_running }) => is_running)
  if (running !== undefined) return { ok: false, why: 'running', runId: running.run_id }
  const oldest = rows[LIVE_RUNS_PER_HOUR_MAX - 1]
  if (oldest === undefined) return null
  return { ok: false, why: 'too many', retryAfterSeconds: Math.max(1, oldest.free_in) }
}
