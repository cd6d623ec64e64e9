import { isHere } from '../../base/database/fenced.ts'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { lockRefund } from './read.ts'
import type { RefundRow } from './refund-row.ts'
import { moveRefund } from './transition.ts'

/** Refunds that one run reads at most; the next run follows at once. */
const REFUNDS_MAX = 200

/** In the history and the ledger: nobody asked for it. */
const PLATFORM = 'platform'

/**
 * Expires refunds that nobody came for in time: the money is the partner's again (D28). Each has a
 * transaction of its own, so a run that was killed is continued by the next one.
 *
 * @returns whether there may be more.
 */
export const expireRefunds = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ refund_id: string }>(
    `select refund_id
    from refunds
    where status = 'made' and expires_at <= wasl_now() and ${isHere('partner_id')}
    order by expires_at, partner_id, refund_id
    limit $1`,
    [REFUNDS_MAX],
  )
  for (const { refund_id } of rows) await expire(pool, refund_id)
  return rows.length === REFUNDS_MAX
}

const expire = (pool: pg.Pool, refundId: string): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const refund = await lockRefund(tx, refundId)
    // Another process was faster, or a till paid it while this waited for the lock.
    if (refund !== null) await expireIfLapsed(tx, refund)
  })

/**
 * Expires a refund whose time is over, which the caller has locked. What asks for it then is answered as
 * if the sweep had been there.
 *
 * @returns whether it was expired here.
 */
export const expireIfLapsed = async (
  tx: pg.ClientBase,
  { partner_id: partnerId, refund_id: refundId, status, expires_at: expiresAt }: RefundRow,
): Promise<boolean> => {
  if (status !== 'made' || !(await hasLapsed(tx, expiresAt))) return false
  await moveRefund(tx, { partnerId, refundId, cause: 'expire', by: PLATFORM, actor: PLATFORM })
  return true
}

const hasLapsed = async (tx: pg.ClientBase, expiresAt: Date | null): Promise<boolean> => {
  const { rows } = await tx.query<{ now: Date }>('select wasl_now() as now')
  return expiresAt !== null && rows[0] !== undefined && expiresAt <= rows[0].now
}
