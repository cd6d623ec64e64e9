import type { EventState } from '@wasl/protocol'
import type pg from 'pg'
import { DELIVERY_RECORD, STATE_CONDITIONS, type DeliveryRecord } from './delivery-record.ts'

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
    'delivery.partner_id = p.partner_id',
    ...(beforeId === null ? [] : [`delivery.event_id < ${bind(beforeId)}::uuid`]),
    ...(state === null ? [] : [STATE_CONDITIONS[state]]),
    ...(paymentId === null ? [] : [eventsOfPayment(bind(paymentId))]),
  ]
  const count = bind(limit)
  const { rows } = await pool.query<DeliveryRecord>(
    `with clock as materialized (select wasl_now() as now), page as (
      select newest.partner_id, newest.event_id
      from partners p
      cross join lateral (
        select delivery.partner_id, delivery.event_id
        from webhook_deliveries delivery
        where ${conditions.join(' and ')}
        order by delivery.event_id desc
        limit ${count}
      ) as newest
      ${partnerId === null ? '' : `where p.partner_id = ${bind(partnerId)}`}
      order by newest.event_id desc
      limit ${count}
    )
    select ${DELIVERY_RECORD}
    from clock
    cross join page
    join webhook_deliveries delivery using (partner_id, event_id)
    join webhook_events event using (partner_id, event_id)
    order by event.event_id desc`,
    values,
  )
  return rows
}

/** A payment has at most three events; they are found by the payment's own index. */
const eventsOfPayment = (paymentId: string): string => `delivery.event_id = any(array(
  select event_id from webhook_events
  where partner_id = p.partner_id and payment_id = ${paymentId}::uuid
))`
