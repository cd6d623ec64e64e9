import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { appendAudit, type Actor } from '../partners/audit.ts'
import { partnerOfId } from '../partners/ids.ts'
import { IS_OF_EVENT } from './delivery-record.ts'

/** Which of a partner's deliveries. */
type DeliveryKey = { payment_id: string; is_outcome: boolean }

/** Sends of one statement: few enough that no dispatcher waits for the rows noticeably. */
const BATCH = 1_000

/**
 * Sets an event to be sent again now, with a whole new retry schedule (D14), whatever became of it
 * before; false when there is no such event. While an attempt is under way nothing is changed: the
 * event is being sent at this moment.
 */
export const redeliverEvent = (pool: pg.Pool, eventId: string, by: Actor): Promise<boolean> =>
  withTransaction(pool, async (tx) => {
    const partnerId = partnerOfId(eventId)
    if (partnerId === null) return false
    const { rows } = await tx.query<DeliveryKey & { underway: boolean }>(
      `select delivery.payment_id, delivery.is_outcome,
        (delivery.leased_until > wasl_now()) is true as underway
      from webhook_events event
      join webhook_deliveries delivery on ${IS_OF_EVENT}
      where event.partner_id = $1 and event.event_id = $2
      for update of delivery`,
      [partnerId, eventId],
    )
    const [delivery] = rows
    if (delivery === undefined) return false
    if (!delivery.underway) await sendAgain(tx, partnerId, [delivery])
    await appendAudit(tx, by, {
      partnerId,
      action: 'webhook-event.redeliver',
      subject: eventId,
      details: { underway: delivery.underway },
    })
    return true
  })

export type FailedEvents = { partnerId: number | null; failedSince: Date }

/**
 * Sets every event to be sent again whose delivery failed since a time, and returns how many. One
 * partner after another, in batches of a transaction each: none of them is large, and what was set
 * stays set if a later one fails.
 */
export const redeliverFailed = async (
  pool: pg.Pool,
  { partnerId, failedSince }: FailedEvents,
  by: Actor,
): Promise<number> => {
  // What fails again while this runs is not sent a second time by it.
  const until = await readNow(pool)
  const partners =
    partnerId === null ? await partnersWithFailed(pool, failedSince, until) : [partnerId]
  let count = 0
  for (const partner of partners) {
    for (;;) {
      const batch = await redeliverBatch(pool, partner, failedSince, until, by)
      count += batch
      if (batch < BATCH) break
    }
  }
  return count
}

const readNow = async (pool: pg.Pool): Promise<Date> => {
  const { rows } = await pool.query<{ now: Date }>(`select wasl_now() as now`)
  return rows[0]?.now ?? new Date(0)
}

const partnersWithFailed = async (pool: pg.Pool, since: Date, until: Date): Promise<number[]> => {
  const { rows } = await pool.query<{ partner_id: number }>(
    `select partner_id
    from partners p
    where exists (
      select from webhook_deliveries delivery
      where delivery.partner_id = p.partner_id
        and delivery.failed_at between $1 and $2
        and delivery.delivered_at is null
    )
    order by partner_id`,
    [since, until],
  )
  return rows.map((row) => row.partner_id)
}

const redeliverBatch = (
  pool: pg.Pool,
  partnerId: number,
  since: Date,
  until: Date,
  by: Actor,
): Promise<number> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<DeliveryKey>(
      `select payment_id, is_outcome
      from webhook_deliveries
      where partner_id = $1
        and failed_at between $2 and $3
        and delivered_at is null
      order by failed_at
      limit $4
      for update skip locked`,
      [partnerId, since, until, BATCH],
    )
    if (rows.length === 0) return 0
    await sendAgain(tx, partnerId, rows)
    await appendAudit(tx, by, {
      partnerId,
      action: 'webhook-events.redeliver',
      subject: `${rows.length} failed events`,
      details: { failedSince: since.toISOString(), count: rows.length },
    })
    return rows.length
  })

const sendAgain = async (
  tx: pg.ClientBase,
  partnerId: number,
  deliveries: DeliveryKey[],
): Promise<void> => {
  await tx.query(
    `update webhook_deliveries delivery
    set due_at = wasl_now(), step = 0, leased_until = null, failed_at = null
    from unnest($2::uuid[], $3::boolean[]) as chosen (payment_id, is_outcome)
    where delivery.partner_id = $1
      and delivery.payment_id = chosen.payment_id
      and delivery.is_outcome = chosen.is_outcome`,
    [
      partnerId,
      deliveries.map(({ payment_id }) => payment_id),
      deliveries.map(({ is_outcome }) => is_outcome),
    ],
  )
}
