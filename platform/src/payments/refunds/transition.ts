import type pg from 'pg'
import { bank, refundDueOf, payableTo, type Account } from '../../ledger/account.ts'
import { bodySql, FIRST_REFUND, isOfPayment, isWantedSql } from '../../delivery/webhooks/event.ts'
import { CLAIMABLE_DAYS, REFUND_TRANSITIONS, type RefundChange } from './refund.ts'
import { REFUND_COLUMNS, type RefundRow } from './refund-row.ts'

/** Who pays: a till from its cash, or the bank. */
export type Payer =
  | { cash: Account; channelId: number; agentId: number | null }
  | { bankLineId: string }

export type RefundMove = {
  partnerId: number
  refundId: string
  cause: RefundChange
  /** For the history: the holder of an operator's key, a channel such as `chn_7`, or `platform`. */
  by: string
  /** For the ledger: the wire id of the key, or `platform`. */
  actor: string
  /** Only of `redeem` and `pay`. */
  payer?: Payer
}

/** A refund after a move, and whether all of its payment is refunded by it. */
export type MovedRefund = { refund: RefundRow; isWhole: boolean }

/**
 * The only statement that changes a refund's status, and a payment's stage to `refunded` (D28). It
 * writes the transfer, the history and the event of what it changes. Lock the refund before, and for a
 * cause that makes it, first the payment: the statement sees what others committed until then.
 *
 * @throws Error when the refund has not the status that the cause needs, or `redeem` comes too late: read
 *   it before, under the lock.
 */
export const moveRefund = async (tx: pg.ClientBase, move: RefundMove): Promise<MovedRefund> => {
  const { partnerId, refundId, cause, by, actor, payer } = move
  const { from, to, transfer } = REFUND_TRANSITIONS[cause]
  const [debit, credit] = sidesOf(move)
  const till = payer !== undefined && 'cash' in payer ? payer : null
  const line = payer !== undefined && 'bankLineId' in payer ? payer.bankLineId : null
  const { rows } = await tx.query<RefundRow & Charged>(MOVE_REFUND, [
    partnerId,
    refundId,
    cause,
    from,
    to,
    by,
    till?.channelId ?? null,
    till?.agentId ?? null,
    line,
    transfer,
    debit.kind,
    debit.owner,
    credit.kind,
    credit.owner,
    actor,
  ])
  const [row] = rows
  const makes = cause === 'make' || cause === 'approve'
  if (row === undefined || row.payments_changed !== (makes ? 1 : 0)) {
    throw new Error(`the refund ${refundId} could not be changed by ${cause}: it is not ${from}`)
  }
  const { payments_changed: _, is_whole: isWhole, ...refund } = row
  return { refund, isWhole }
}

/** What became of the payment. */
type Charged = { payments_changed: number; is_whole: boolean }

/** The accounts that the transfer of a move debits and credits. */
const sidesOf = ({ partnerId, cause, payer }: RefundMove): [debit: Account, credit: Account] => {
  const due = refundDueOf(partnerId)
  const payable = payableTo(partnerId)
  switch (cause) {
    case 'make':
    case 'approve':
    case 'decline':
      return [payable, due]
    case 'expire':
      return [due, payable]
    case 'redeem':
    case 'pay':
      if (payer === undefined) throw new Error(`a refund was to be paid by nobody: ${cause}`)
      return [due, 'cash' in payer ? payer.cash : bank('clients')]
    case 'return':
      return [bank('clients'), due]
    default:
      return cause satisfies never
  }
}

/** The refund's payment: in these statements `moved` is the refund. */
const OWN_PAYMENT = `
  payments.partner_id = moved.partner_id and payments.payment_id = event_id_of(moved.refund_id, 0)
    and payments.payment_id = event_id_of($2::uuid, 0)`

/** Events have no gap in their ordinals: a refund's is the next one of its payment. */
const NEXT_EVENT = `
  event_id_of(refunded.payment_id, (
    select greatest(${FIRST_REFUND}, 1 + max(event_ordinal(event_id)))
    from webhook_events
    where webhook_events.partner_id = refunded.partner_id and ${isOfPayment('refunded.payment_id')}
  ))`

const MOVE_REFUND = `
with clock as materialized (select wasl_now() as now), moved as (
  update refunds refund
  set status = $5::text, changes = refund.changes + 1,
    approved_by = case when $3::text = 'approve' then $6::text else refund.approved_by end,
    declined_by = case when $3 = 'decline' then $6 end,
    declined_at = case when $3 = 'decline' then clock.now end,
    made_at = case when $5 = 'made' then coalesce(refund.made_at, clock.now) else refund.made_at end,
    expires_at = case
      when $5 = 'made' then clock.now + interval '${CLAIMABLE_DAYS} days'
      else refund.expires_at
    end,
    paid_at = case when $5 = 'paid' then clock.now end,
    paid_channel_id = $7::int, paid_agent_id = $8::int, bank_line_id = $9::uuid,
    times_paid = refund.times_paid + case when $5 = 'paid' then 1 else 0 end,
    expired_at = case when $5 = 'expired' then clock.now end
  from clock
  where refund.partner_id = $1::int and refund.refund_id = $2::uuid and refund.status = $4::text
    -- No till pays a code whose time is over, whatever was read before.
    and ($3 <> 'redeem' or refund.expires_at > clock.now)
  returning refund.*, clock.now as at
), refunded as (
  update payments
  set refunded_amount = payments.refunded_amount + moved.amount,
    stage = case
      when payments.refunded_amount + moved.amount = payments.amount then 'refunded'
      else payments.stage
    end,
    refunded_at = case
      when payments.refunded_amount + moved.amount = payments.amount then moved.at
    end
  from moved
  where ${OWN_PAYMENT}
    and $3 in ('make', 'approve')
    and payments.stage = 'paid'
    and payments.refunded_amount + moved.amount <= payments.amount
  returning payments.*, moved.refund_id, moved.amount as refund_amount, moved.made_at, moved.reason,
    moved.at
), payment_history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at)
  select partner_id, payment_id, 3, 'paid', 'refunded', 'refund', at
  from refunded
  where stage = 'refunded'
), history as (
  insert into refund_transitions
    (partner_id, refund_id, sequence, from_status, to_status, cause, by, at)
  select partner_id, refund_id, changes, $4, $5, $3, $6, at
  from moved
), reported as (
  select refunded.*, ${NEXT_EVENT} as event_id
  from refunded
  where ${isWantedSql(`'payment.refunded'`, 'refunded.partner_id')}
), events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id, 'payment.refunded', ${bodySql('payment.refunded', 'reported')}, at
  from reported
), queue as (
  insert into webhook_deliveries (partner_id, event_id, due_at)
  select partner_id, event_id, at
  from reported
), transfer as (
  insert into ledger_transfers (partner_id, source_id, code, line, debit_kind, debit_owner,
    credit_kind, credit_owner, amount, actor, at, business_date)
  select partner_id, refund_id, $10::text,
    case when $10 in ('REFUND_PAID', 'REFUND_RETURNED') then times_paid else 1 end,
    $11::text, $12::text, $13::text, $14::text, amount, $15::text, at, business_date_of(at)
  from moved
  where $10 is not null
)
select ${REFUND_COLUMNS}, (select count(*) from refunded) as payments_changed,
  exists (select from refunded where stage = 'refunded') as is_whole
from moved as refund`
