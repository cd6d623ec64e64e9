import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../audit/append.ts'
import { withTransaction } from '../database/with-transaction.ts'

/** Ends a running resend. Changes nothing when it has ended. */
export const cancelResend = (
  pool: pg.Pool,
  resendId: string,
  partnerId: number | null,
  by: Actor,
): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `update resends
      set status = 'cancelled', finished_at = wasl_now()
      where resend_id = $1 and status = 'running' and ($2::int is null or partner_id = $2)`,
      [resendId, partnerId],
    )
    if (rowCount === 0) return
    await appendAudit(tx, by, {
      partnerId: partnerId ?? WHOLE_PLATFORM,
      action: 'webhook-events.resend-cancel',
      subject: resendId,
    })
  })
