import type { EventState } from '@wasl/protocol'
import type pg from 'pg'
import { isOfPayment } from '../event.ts'
import { eventsOfPeriod, type EventPeriod } from './events-of-period.ts'
import { DELIVERY_RECORD, STATE_CONDITIONS, type DeliveryRecord } from './delivery.ts'

export type EventFilter = EventPeriod & {
  partnerId: number | null
  paymentId: string | null
  state: EventState | null
}

export type EventPage = { limit: number; beforeId: string | null }

/**
 * Webhook events for operators, the newest first, starting before `beforeId`. Reads each partner's
 * newest events from that partner's index and keeps the newest of all.
 *
 * Failed and pending events are few among many delivered ones. They have indexes of their own and
 * are read from those.
 */
export const listEvents = async (
  pool: pg.Pool,
  { partnerId, paymentId, state, ...period }: EventFilter,
  { limit, beforeId }: EventPage,
): Promise<DeliveryRecord[]> => {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const states = state === null || paymentId !== null ? null : [state]
  const { source, conditions } = eventsOfPeriod('p.partner_id', period, states, bind)
  const ids = source.startsWith('webhook_deliveries') ? 'delivery' : 'event'
  conditions.push(
    ...(beforeId === null ? [] : [`${ids}.event_id < ${bind(beforeId)}::uuid`]),
    ...(state === null ? [] : [STATE_CONDITIONS[state]]),
    ...(paymentId === null ? [] : [isOfPayment(`${bind(paymentId)}::uuid`)]),
  )
  const count = bind(limit)
  const { rows } = await pool.query<DeliveryRecord>(
    `with clock as materialized (select wasl_now() as now), page as (
      select newest.partner_id, newest.event_id
      from partners p
      cross join lateral (
        select ${ids}.partner_id, ${ids}.event_id
        from ${source}
        where ${conditions.join(' and ')}
        order by ${ids}.event_id desc
        limit ${count}
      ) as newest
      ${partnerId === null ? '' : `where p.partner_id = ${bind(partnerId)}`}
      order by newest.event_id desc
      limit ${count}
    )
    select ${DELIVERY_RECORD}
    from clock
    cross join page
    join webhook_events event using (partner_id, event_id)
    join webhook_deliveries delivery using (partner_id, event_id)
    order by event.event_id desc`,
    values,
  )
  return rows
}
