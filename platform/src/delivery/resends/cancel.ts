import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'

/** Ends a running resend. Changes nothing when it has ended. */
export const cancelResend = (
  pool: pg.Pool,
  resendId: string,
  partnerId: number | null,
  by: Actor,
): Promise<void> =>
  withTransaction(pool, async (tx) => {
    if ((await cancelParts(tx, resendId, partnerId)) > 0) {
      await noteCancel(tx, resendId, partnerId, by)
    }
  })

/** @returns how many parts were running. */
export const cancelParts = async (
  tx: pg.ClientBase | pg.Pool,
  resendId: string,
  partnerId: number | null,
): Promise<number> => {
  const { rowCount } = await tx.query(
    `update resends
    set status = 'cancelled', finished_at = wasl_now()
    where resend_id = $1 and status = 'running' and ($2::int is null or partner_id = $2)`,
    [resendId, partnerId],
  )
  return rowCount ?? 0
}

export const noteCancel = (
  tx: pg.ClientBase,
  resendId: string,
  partnerId: number | null,
  by: Actor,
): Promise<void> =>
  appendAudit(tx, by, {
    partnerId: partnerId ?? WHOLE_PLATFORM,
    action: 'webhook-events.resend-cancel',
    subject: resendId,
  })
