import type { Pipeline } from '../database/pipeline.ts'
import type { MovePayment } from './move.ts'

/** One sweep releases at most this many locks; the next one follows at once. */
const SWEEP_MAX = 500

/**
 * Releases locks whose time has passed and owes their partners a `payment.fail` (D9). Whoever asks
 * about such a payment earlier releases it on the spot; this sweep is for those nobody asks about.
 *
 * @returns how many locks it released, and whether there may be more that have lapsed.
 */
export const expireLapsedLocks = async (
  connection: Pipeline,
  movePayment: MovePayment,
): Promise<{ released: number; mayBeMore: boolean }> => {
  const lapsed = await connection.query<{ partner_id: number; payment_id: string }>({
    name: 'find-lapsed-locks',
    text: `
      select partner_id, payment_id
      from payments
      where stage = 'locked' and lock_expires_at <= (select wasl_now())
      order by lock_expires_at
      limit $1::int`,
    values: [SWEEP_MAX],
  })
  const moved = await Promise.all(
    lapsed.map(({ partner_id, payment_id }) =>
      movePayment({
        partnerId: partner_id,
        paymentId: payment_id,
        cause: 'expire',
        channelId: null,
      }),
    ),
  )
  const released = moved.filter((result) => result.found && result.decision === 'move').length
  return { released, mayBeMore: lapsed.length === SWEEP_MAX }
}
