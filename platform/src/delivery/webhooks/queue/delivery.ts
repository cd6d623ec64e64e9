import type { EventKind, EventState } from '@wasl/protocol'

/** An event owed to a partner and the state of its delivery, as an operator sees it. */
export type DeliveryRecord = {
  partner_id: number
  event_id: string
  kind: EventKind
  reference: string
  created_at: Date
  state: EventState
  attempts: number
  /** Null while none is due, or while an attempt is under way. */
  next_attempt_at: Date | null
  delivered_at: Date | null
  failed_at: Date | null
}

/**
 * The condition on `delivery` for each state, in terms of the queue's indexes. An acknowledged
 * event stays delivered, even if it is sent again and fails then.
 */
export const STATE_CONDITIONS = {
  delivered: 'delivery.delivered_at is not null',
  failed: 'delivery.failed_at is not null and delivery.delivered_at is null',
  pending:
    'delivery.due_at is not null and delivery.failed_at is null and delivery.delivered_at is null',
} as const satisfies Record<EventState, string>

/** SQL for the state of `delivery`. */
export const DELIVERY_STATE = `case
    when ${STATE_CONDITIONS.delivered} then 'delivered'
    when ${STATE_CONDITIONS.failed} then 'failed'
    else 'pending'
  end`

/** The columns of a DeliveryRecord, of `delivery` and its `event` at `clock.now`. */
export const DELIVERY_RECORD = `
  event.partner_id, event.event_id, event.kind, event.created_at,
  event.body::json -> 'data' ->> 'reference' as reference,
  ${DELIVERY_STATE} as state,
  delivery.attempts,
  case when (delivery.leased_until > clock.now) is not true then delivery.due_at end
    as next_attempt_at,
  delivery.delivered_at, delivery.failed_at`
