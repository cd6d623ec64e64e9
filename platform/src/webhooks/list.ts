import type { EventState } from '@wasl/protocol'
import type pg from 'pg'
import {
  DELIVERY_RECORD,
  IS_OF_EVENT,
  STATE_CONDITIONS,
  type DeliveryRecord,
} from './delivery-record.ts'

export type EventFilter = {
  partnerId: number | null
  paymentId: string | null
  state: EventState | null
}

export type EventPage = { limit: number; beforeId: string | null }

/**
 * Webhook events for operators, the newest first, from the one before `beforeId` on. Each partner's
 * newest are read from that partner's own index and the newest of all are kept.
 */
export const listEvents = async (
  pool: pg.Pool,
  { partnerId, paymentId, state }: EventFilter,
  { limit, beforeId }: EventPage,
): Promise<DeliveryRecord[]> => {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = [
    'event.partner_id = p.partner_id',
    ...(beforeId === null ? [] : [`event.event_id < ${bind(beforeId)}::uuid`]),
    ...(state === null ? [] : [STATE_CONDITIONS[state]]),
    ...(paymentId === null ? [] : [`event.payment_id = ${bind(paymentId)}::uuid`]),
  ]
  const count = bind(limit)
  const { rows } = await pool.query<DeliveryRecord>(
    `with clock as materialized (select wasl_now() as now), page as (
      select newest.partner_id, newest.event_id
      from partners p
      cross join lateral (
        select event.partner_id, event.event_id
        from webhook_events event
        join webhook_deliveries delivery on ${IS_OF_EVENT}
        where ${conditions.join(' and ')}
        order by event.event_id desc
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
    join webhook_deliveries delivery on ${IS_OF_EVENT}
    order by event.event_id desc`,
    values,
  )
  return rows
}
