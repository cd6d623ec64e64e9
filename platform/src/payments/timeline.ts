import type { TimelineItem } from '@wasl/protocol'
import { partnerOfId } from '../base/wire-ids.ts'
import { ATTEMPTS_SHOWN, attemptsOfEvent } from '../delivery/webhooks/queue/attempts-of-event.ts'
import { isOfPayment } from '../delivery/webhooks/event.ts'
import { refundsOf } from './refunds/read.ts'
import { isRefundOf, type RefundRow } from './refunds/refund-row.ts'
import {
  CLOCK,
  OPERATOR_PAYMENT,
  type OperatorPaymentDeps,
  type OperatorPaymentRow,
} from './payment-record.ts'
import { releaseLapsedRecord } from './release-lapsed.ts'

/** A payment and everything that happened to it, the oldest first. */
export type PaymentWithTimeline = {
  payment: OperatorPaymentRow
  refunds: RefundRow[]
  timeline: TimelineItem[]
  /** Whether an event has more attempts than the timeline shows. */
  attemptsLeftOut: boolean
}

/**
 * The payment with its timeline: complete, except that each event has only its newest attempts.
 * Null when no payment has this id.
 */
export const readTimeline = async (
  deps: OperatorPaymentDeps,
  paymentId: string,
): Promise<PaymentWithTimeline | null> => {
  const payment = await readOperatorPayment(deps, paymentId)
  if (payment === null) return null
  const refunds = await refundsOf(deps.pool, payment.payment_id)
  const { rows } = await deps.pool.query<{ item: TimelineItem }>(READ_TIMELINE, [
    payment.partner_id,
    payment.payment_id,
  ])
  const timeline = withoutOldAttempts(rows.map(({ item }) => item))
  return { payment, refunds, timeline, attemptsLeftOut: timeline.length < rows.length }
}

/** The query reads one attempt more than is shown of each event, to know whether there are more. */
const withoutOldAttempts = (items: TimelineItem[]): TimelineItem[] => {
  const seen = new Map<string, number>()
  return items
    .toReversed()
    .filter((item) => {
      if (item.kind !== 'attempt') return true
      const count = (seen.get(item.eventId) ?? 0) + 1
      seen.set(item.eventId, count)
      return count <= ATTEMPTS_SHOWN
    })
    .toReversed()
}

/** The payment without its timeline. */
const readOperatorPayment = async (
  { pool, makeTransition }: OperatorPaymentDeps,
  paymentId: string,
): Promise<OperatorPaymentRow | null> => {
  const partnerId = partnerOfId(paymentId)
  if (partnerId === null) return null
  const { rows } = await pool.query<OperatorPaymentRow>(
    `${CLOCK}
    select ${OPERATOR_PAYMENT}
    from clock
    cross join payments payment
    where payment.partner_id = $1 and payment.payment_id = $2`,
    [partnerId, paymentId],
  )
  return rows[0] === undefined ? null : releaseLapsedRecord(makeTransition, rows[0])
}

/** Within one millisecond, causes come before their effects. */
const READ_TIMELINE = `
select item
from (
  select at, case to_stage when 'refunded' then 3 else 1 end as rank, sequence::int as tie,
    json_build_object('kind', 'transition',
    'at', wire_time(at), 'from', from_stage, 'to', to_stage, 'cause', cause,
    'takenAt', wire_time(taken_at)) as item
  from payment_transitions
  where partner_id = $1 and payment_id = $2
  union all
  select history.at, 2, event_ordinal(refund_id) * 1000 + sequence, json_build_object(
    'kind', 'refund', 'at', wire_time(history.at), 'refundId', refund_id, 'from', from_status,
    'to', to_status, 'cause', cause, 'amount', wire_amount(refund.amount)::json, 'by', by)
  from refund_transitions history
  join refunds refund using (partner_id, refund_id)
  where partner_id = $1 and ${isRefundOf('$2::uuid')}
  union all
  select at, 4, 0, json_build_object('kind', 'refusal', 'at', wire_time(at), 'cause', cause,
    'code', code, 'amount', wire_amount(amount)::json)
  from payment_refusals
  where partner_id = $1 and payment_id = $2
  union all
  select at, 4, 1, json_build_object('kind', 'note', 'at', wire_time(at), 'noteId', note_id,
    'text', text, 'byId', written_by, 'by', writer)
  from payment_notes
  where partner_id = $1 and payment_id = $2
  union all
  select created_at, 5, 0, json_build_object('kind', 'event', 'at', wire_time(created_at),
    'eventId', event_id, 'event', kind)
  from webhook_events
  where partner_id = $1 and ${isOfPayment('$2::uuid')}
  union all
  select attempt.started_at, 6, attempt.attempt, json_build_object('kind', 'attempt',
    'at', wire_time(attempt.started_at), 'eventId', event.event_id, 'event', event.kind,
    'attempt', attempt.attempt, 'outcome', attempt.outcome, 'status', attempt.status,
    'durationMs', attempt.duration_ms, 'error', attempt.error)
  from webhook_events event
  cross join lateral (${attemptsOfEvent(String(ATTEMPTS_SHOWN + 1))}) as attempt
  where event.partner_id = $1 and ${isOfPayment('$2::uuid')}
) as happened
order by at, rank, tie
`
