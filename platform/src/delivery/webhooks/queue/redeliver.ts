import type pg from 'pg'
import { isHere } from '../../../base/database/fenced.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { appendAudit, type Actor } from '../../../base/audit/append.ts'
import { partnerOfId } from '../../../base/wire-ids.ts'

/** Events in one statement: few enough that no dispatcher waits noticeably for the rows. */
const BATCH = 1_000

/**
 * Attempts of one event within an hour; at this number a redelivery is refused, because every
 * attempt is stored. The schedule alone makes at most five (W76).
 */
export const ATTEMPTS_PER_HOUR_MAX = { partner: 20, operator: 60 } as const

export type Redelivery = 'sent' | 'unknown' | { tooOften: true; retryAfterSeconds: number }

/**
 * Sends an event again now, with a new retry schedule (D14), whatever its state. While an attempt
 * is under way, or a first one is due, this changes nothing: the event is being sent right now.
 *
 * @param perHourMax the number of attempts within an hour at which it is refused.
 */
export const redeliverEvent = (
  pool: pg.Pool,
  eventId: string,
  perHourMax: number,
  by: Actor,
): Promise<Redelivery> =>
  withTransaction(pool, async (tx) => {
    const partnerId = partnerOfId(eventId)
    if (partnerId === null) return 'unknown'
    const { rows } = await tx.query<{ underway: boolean; freeIn: number | null }>(
      `select
        (delivery.leased_until > wasl_now()) is true
          or (delivery.due_at <= wasl_now() and delivery.step = 0) as underway,
        (
          select ceil(extract(epoch from made.started_at + interval '1 hour' - wasl_now()))::int
          from webhook_attempts made
          where made.partner_id = delivery.partner_id
            and made.event_id = delivery.event_id
            and made.started_at > wasl_now() - interval '1 hour'
          order by made.started_at desc
          offset $3::int - 1
          limit 1
        ) as "freeIn"
      from webhook_deliveries delivery
      where delivery.partner_id = $1 and delivery.event_id = $2
      for update of delivery`,
      [partnerId, eventId, perHourMax],
    )
    const [delivery] = rows
    if (delivery === undefined) return 'unknown'
    if (delivery.underway) return 'sent'
    const { freeIn } = delivery
    if (freeIn !== null) return { tooOften: true, retryAfterSeconds: Math.max(1, freeIn) }
    await sendAgain(tx, partnerId, [eventId])
    await appendAudit(tx, by, {
      partnerId,
      action: 'webhook-event.redeliver',
      subject: eventId,
    })
    return 'sent'
  })

export type FailedEvents = {
  partnerId: number | null
  failedSince: Date
  /** An event with this many attempts within an hour is left out. */
  perHourMax: number
}

/**
 * Sends every event again whose delivery failed since a time, for good or so that it waits for its
 * next attempt, and returns how many. Works through one partner after another, in small batches
 * with a transaction each. What one batch changed stays if a later one fails.
 */
export const redeliverFailed = async (
  pool: pg.Pool,
  { partnerId, failedSince, perHourMax }: FailedEvents,
  by: Actor,
): Promise<number> => {
  // An event that fails again during this run is not sent a second time by it.
  const period = { since: failedSince, until: await readNow(pool), perHourMax }
  const partners = partnerId === null ? await partnersToServe(pool, period) : [partnerId]
  let count = 0
  for (const partner of partners) {
    for (const kind of KINDS) {
      for (;;) {
        const batch = await redeliverBatch(pool, partner, kind, period, by)
        count += batch
        if (batch < BATCH) break
      }
    }
  }
  return count
}

type Period = { since: Date; until: Date; perHourMax: number }

const readNow = async (pool: pg.Pool): Promise<Date> => {
  const { rows } = await pool.query<{ now: Date }>(`select wasl_now() as now`)
  return rows[0]?.now ?? new Date(0)
}

const partnersToServe = async (pool: pg.Pool, { since, until }: Period): Promise<number[]> => {
  const { rows } = await pool.query<{ partner_id: number }>(
    `select partner_id
    from partners p
    where ${isHere('p.partner_id')} and (exists (
      select from webhook_deliveries delivery
      where delivery.partner_id = p.partner_id
        and delivery.failed_at between $1 and $2
        and delivery.delivered_at is null
    ) or exists (
      select from webhook_deliveries delivery
      where delivery.partner_id = p.partner_id and delivery.due_at > $2
    ))
    order by partner_id`,
    [since, until],
  )
  return rows.map((row) => row.partner_id)
}

type Kind = { name: string; condition: string; order: string }

/** The deliveries of partner $1 that failed from $2 to $3. */
const KINDS: Kind[] = [
  {
    name: 'failed',
    condition: 'delivery.failed_at between $2 and $3',
    order: 'delivery.failed_at',
  },
  {
    // It waits for its next attempt, because the last one failed.
    name: 'waiting',
    condition: `delivery.due_at > $3
      and delivery.step > 0
      and (delivery.leased_until > wasl_now()) is not true
      and exists (
        select from webhook_attempt_results result
        where result.partner_id = delivery.partner_id
          and result.event_id = delivery.event_id
          and result.attempt = delivery.attempts
          and result.finished_at between $2 and $3
      )`,
    order: 'delivery.due_at',
  },
]

const redeliverBatch = (
  pool: pg.Pool,
  partnerId: number,
  { name, condition, order }: Kind,
  { since, until, perHourMax }: Period,
  by: Actor,
): Promise<number> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ event_id: string }>(
      `select event_id
      from webhook_deliveries delivery
      where partner_id = $1
        and ${condition}
        and delivered_at is null
        and (
          select count(*) from webhook_attempts made
          where made.partner_id = delivery.partner_id
            and made.event_id = delivery.event_id
            and made.started_at > wasl_now() - interval '1 hour'
        ) < $5
      order by ${order}
      limit $4
      for update skip locked`,
      [partnerId, since, until, BATCH, perHourMax],
    )
    if (rows.length === 0) return 0
    await sendAgain(
      tx,
      partnerId,
      rows.map(({ event_id }) => event_id),
    )
    await appendAudit(tx, by, {
      partnerId,
      action: 'webhook-events.redeliver',
      subject: `${rows.length} ${name} events`,
      details: { failedSince: since.toISOString(), count: rows.length },
    })
    return rows.length
  })

/** Makes these deliveries due now, with a new retry schedule. */
export const sendAgain = async (
  tx: pg.ClientBase,
  partnerId: number,
  eventIds: string[],
): Promise<void> => {
  await tx.query(
    `update webhook_deliveries delivery
    set due_at = wasl_now(), step = 0, leased_until = null, failed_at = null,
      retry_from = null, scheduled_at = null
    from unnest($2::uuid[]) as chosen (event_id)
    where delivery.partner_id = $1
      and delivery.event_id = chosen.event_id`,
    [partnerId, eventIds],
  )
}
