/** The statements behind a partner's list of payments. */
import type { Centimes, ChannelKind, Currency, WebhookDeliveryState } from '@wasl/protocol'
import type { PaymentStage } from '@wasl/protocol'
import { DELIVERY_STATE } from '../../delivery/webhooks/queue/delivery.ts'
import { OUTCOME } from '../../delivery/webhooks/event.ts'

/** A payment in a partner's list. Times are in wire format (D3), dates as `YYYY-MM-DD`. */
export type BookRow = {
  payment_id: string
  reference: string
  channel_kind: ChannelKind
  stage: PaymentStage
  amount: Centimes
  refunded_amount: Centimes
  currency: Currency
  business_date: string
  opened_at: string
  paid_at: string | null
  refunded_at: string | null
  webhook_delivery: WebhookDeliveryState
  /** The closed statement that covers its business date. */
  statement_id: string | null
}

export type ReadRow = BookRow & {
  /** Its lock has lapsed and it is still locked: release it, and read again. */
  has_lapsed: boolean
}

/** $1 the partner, $2 and $3 the ids between which to read, $4 how many payments to read. */
const IN_RANGE = `partner_id = $1 and payment_id > $2::uuid and payment_id < $3::uuid`

/** For a payment whose month was dropped, `live_references` has what is still known (W94). */
const READ_PAYMENTS = `
  (
    select partner_id, payment_id, reference, channel_kind, stage, amount, currency, opened_at,
      lock_expires_at, paid_at, refunded_at, refunded_amount, null::boolean as was_delivered
    from payments
    where ${IN_RANGE}
    order by payment_id
    limit $4::int
  )
  union all
  (
    select partner_id, payment_id, reference,
      case channel when 'A' then 'AGENCY' when 'D' then 'DELIVERY' else 'MARKETPLACE' end,
      case when refunded_at is null then 'paid' else 'refunded' end,
      amount, 'DZD', id_time(payment_id), null,
      id_time(payment_id) + make_interval(secs => paid_after_ms / 1000.0), refunded_at,
      coalesce(refunded_amount, 0), was_delivered
    from live_references live
    where ${IN_RANGE} and amount is not null
      and not exists (
        select from payments
        where payments.partner_id = live.partner_id and payments.payment_id = live.payment_id
          and payments.payment_id > $2::uuid and payments.payment_id < $3::uuid
      )
    order by payment_id
    limit $4::int
  )
  order by payment_id
  limit $4::int`

/** Statements of a partner follow each other, so the last one that begins by this date covers it. */
const STATEMENT = `
  select case when status <> 'open' and period_until >= payment.business_date
    then statement_id end as statement_id
  from statements
  where partner_id = payment.partner_id and owner = 'prt_' || payment.partner_id
    and period_from <= payment.business_date and payment.paid_at is not null
  order by period_from desc
  limit 1`

const STAGE_NOW = `case when payment.has_lapsed then 'released' else payment.stage end`

// `limit 1` makes the planner look each row up, in the order of the payments, and stop at the limit.

/** $5 and $6 the first and the last business date, $7 a stage, $8 how many rows to return. */
const FITTING = `
  select payment.*, dated.business_date
  from (
    select read.*,
      stage = 'locked' and lock_expires_at <= (select now from state) as has_lapsed
    from (${READ_PAYMENTS}) as read
  ) as payment
  left join lateral (
    select business_date
    from ledger_transfers
    where partner_id = payment.partner_id and source_id = payment.payment_id
      and code = 'COLLECT' and line = 1 and payment.paid_at is not null
    limit 1
  ) as collected on true
  -- The books of a payment of long ago may be archived; its local date is left.
  cross join lateral (
    select coalesce(collected.business_date,
      (coalesce(payment.paid_at, id_time(payment.payment_id))
        at time zone (select time_zone from state))::date
    ) as business_date
  ) as dated
  where ($5::date is null or dated.business_date >= $5::date)
    and ($6::date is null or dated.business_date <= $6::date)
    and ($7::text is null or $7::text = ${STAGE_NOW})
  order by payment.payment_id
  limit $8::int`

// What only the payments of the page need is looked up behind the limit.
export const PAGE_OF_PAYMENTS = `
  with state as materialized (select wasl_now() as now, time_zone from ledger_state)
  select payment.payment_id, payment.reference, payment.channel_kind, payment.stage,
    payment.amount, payment.currency, payment.business_date::text as business_date,
    payment.refunded_amount,
    wire_time(payment.opened_at) as opened_at, wire_time(payment.paid_at) as paid_at,
    wire_time(payment.refunded_at) as refunded_at, payment.has_lapsed,
    case
      when payment.was_delivered then 'delivered'
      when not payment.was_delivered then 'failed'
      when delivery.event_id is null then 'none'
      else ${DELIVERY_STATE}
    end as webhook_delivery,
    statement.statement_id
  from (${FITTING}) as payment
  left join lateral (${STATEMENT}) as statement on true
  left join lateral (
    select *
    from webhook_deliveries
    where partner_id = payment.partner_id
      and event_id = event_id_of(payment.payment_id, ${OUTCOME}) and payment.paid_at is not null
    limit 1
  ) as delivery on true
  order by payment.payment_id`

/** The payment at which a page stopped reading: there may be more behind it. */
export const READING_STOPPED = `
  select payment_id
  from (${READ_PAYMENTS}) as read
  order by payment_id
  offset $4::int - 1`
