import { isHere } from '../base/database/fenced.ts'
import type { Pipeline } from '../base/database/pipeline.ts'
import type { MakeTransition } from './transition.ts'

/** Locks released by one sweep at most; the next sweep follows at once. */
const SWEEP_MAX = 500

/** The last lapsed lock that a sweep read. */
export type LapsedLock = { lock_expires_at: Date; partner_id: number; payment_id: string }

/**
 * Releases lapsed locks, which makes the event `payment.fail` (D9). A request for such a payment
 * releases it too; this sweep covers the others. A payment that another session holds is skipped,
 * and a later sweep finds it again.
 *
 * @param after the last lock of the previous sweep; null to start from the first.
 * @returns how many locks it released, and the last lock that it read if there may be more.
 */
export const expireLapsedLocks = async (
  connection: Pipeline,
  makeTransition: MakeTransition,
  after: LapsedLock | null,
): Promise<{ released: number; leftOff: LapsedLock | null }> => {
  const lapsed = await connection.query<LapsedLock>({
    name: 'find-lapsed-locks',
    text: `
      -- From one channel to the next along the index, which starts with the channel.
      with recursive channel as (
        select min(channel_id) as channel_id from open_locks
        union all
        select (
          select min(open_locks.channel_id)
          from open_locks
          where open_locks.channel_id > channel.channel_id
        )
        from channel
        where channel.channel_id is not null
      )
      select lapsed.*
      from channel, lateral (
        select lock_expires_at, partner_id, payment_id
        from open_locks
        where lock_expires_at <= (select wasl_now())
          and open_locks.channel_id = channel.channel_id
          and lock_expires_at >= $2::timestamptz
          and (lock_expires_at, partner_id, payment_id) > ($2::timestamptz, $3::int, $4::uuid)
          and ${isHere('partner_id')}
        order by lock_expires_at, partner_id, payment_id
        limit $1::int
      ) as lapsed
      order by lapsed.lock_expires_at, lapsed.partner_id, lapsed.payment_id
      limit $1::int`,
    values: [
      SWEEP_MAX,
      after?.lock_expires_at ?? '-infinity',
      after?.partner_id ?? 0,
      after?.payment_id ?? '00000000-0000-0000-0000-000000000000',
    ],
  })
  const moved = await Promise.all(
    lapsed.map(({ partner_id, payment_id }) =>
      makeTransition({
        partnerId: partner_id,
        paymentId: payment_id,
        cause: 'expire',
        channelId: null,
        skipHeld: true,
      }),
    ),
  )
  const released = moved.filter((result) => result.found && result.decision === 'made').length
  const leftOff = lapsed.length === SWEEP_MAX ? (lapsed.at(-1) ?? null) : null
  return { released, leftOff }
}
