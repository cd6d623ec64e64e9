import { isHere } from '../../base/database/fenced.ts'
import type { EventKind, EventState } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { eventsOfPeriod } from '../webhooks/queue/events-of-period.ts'
import { sendAgain } from '../webhooks/queue/redeliver.ts'
import { statesCondition } from './count.ts'
import { DUE_MAX } from './resend.ts'

/** Partners whose resends go on in one round. The others follow in the next round. */
const PARTNERS_MAX = 64

/**
 * One round of all running resends: the next events of each become due again. Every process may run
 * it: a resend belongs to one transaction at a time.
 *
 * @returns how many events are due again.
 */
export const stepResends = async (pool: pg.Pool): Promise<number> => {
  let sent = 0
  const { rows } = await pool.query<{ partner_id: number; resend_id: string }>(
    `select partner_id, resend_id
    from resends
    where status = 'running' and ${isHere('partner_id')}
    order by stepped_at nulls first
    limit ${PARTNERS_MAX}`,
  )
  for (const { partner_id, resend_id } of rows) sent += await step(pool, partner_id, resend_id)
  return sent
}

type Running = {
  since: Date
  until: Date
  event: EventKind | null
  states: EventState[]
  per_hour_max: number
  position: string | null
}

/** The number of events that this step made due again. */
const step = (pool: pg.Pool, partnerId: number, resendId: string): Promise<number> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Running>(
      `select since, until, event, states, per_hour_max, position
      from resends
      where partner_id = $1 and resend_id = $2 and status = 'running'
      for update skip locked`,
      [partnerId, resendId],
    )
    const [running] = rows
    if (running === undefined) return 0
    const room = await roomOf(tx, partnerId)
    const next = room === 0 ? [] : await nextEvents(tx, partnerId, running, room)
    const sent = next.filter(({ may_be_sent }) => may_be_sent).map(({ event_id }) => event_id)
    if (sent.length > 0) await sendAgain(tx, partnerId, sent)
    await tx.query(
      `update resends
      set sent = sent + $3, left_out = left_out + $4, position = coalesce($5, position),
        stepped_at = wasl_now(),
        status = case when $6 then 'finished' else status end,
        finished_at = case when $6 then wasl_now() end
      where partner_id = $1 and resend_id = $2`,
      [
        partnerId,
        resendId,
        sent.length,
        next.length - sent.length,
        next.at(-1)?.event_id ?? null,
        next.length < room,
      ],
    )
    return sent.length
  })

/** How many deliveries of the partner may become due. */
const roomOf = async (tx: pg.PoolClient, partnerId: number): Promise<number> => {
  const { rows } = await tx.query<{ due: number }>(
    `select count(*)::int as due
    from (
      select from webhook_deliveries
      where partner_id = $1 and due_at <= wasl_now()
      limit ${DUE_MAX}
    ) as due`,
    [partnerId],
  )
  return DUE_MAX - (rows[0]?.due ?? 0)
}

type NextEvent = {
  event_id: string
  /** False while an attempt is under way or a first one is due, and after too many attempts. */
  may_be_sent: boolean
}

const nextEvents = async (
  tx: pg.PoolClient,
  partnerId: number,
  { states, per_hour_max, position, ...period }: Running,
  limit: number,
): Promise<NextEvent[]> => {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const { source, conditions } = eventsOfPeriod(`${bind(partnerId)}::int`, period, states, bind)
  const { rows } = await tx.query<NextEvent>(
    `select delivery.event_id,
      (delivery.leased_until > wasl_now()) is not true
        and (delivery.due_at <= wasl_now() and delivery.step = 0) is not true
        and (
          select count(*) from webhook_attempts made
          where made.partner_id = delivery.partner_id
            and made.event_id = delivery.event_id
            and made.started_at > wasl_now() - interval '1 hour'
        ) < ${bind(per_hour_max)} as may_be_sent
    from ${source}
    where ${conditions.join(' and ')}
      and ${statesCondition(states)}
      ${position === null ? '' : `and delivery.event_id > ${bind(position)}::uuid`}
    order by delivery.event_id
    limit ${bind(limit)}
    for update of delivery`,
    values,
  )
  return rows
}
