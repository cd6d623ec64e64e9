import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { StatementStatus } from '../settlement/statements/statement.ts'

/** What a payment brought its partner. Sums are centimes. */
export type PaymentMoney = {
  businessDate: string
  collected: Centimes
  fee: { basisPoints: number; vatBasisPoints: number; fee: Centimes; vat: Centimes } | null
  statement: {
    statementId: string
    number: string | null
    status: StatementStatus
    from: string
    to: string
    paidAt: string | null
  } | null
}

/** Null before the payment is paid, and once its transfer is archived. */
export const readPaymentMoney = async (
  pool: pg.Pool,
  partnerId: number,
  paymentId: string,
): Promise<PaymentMoney | null> => {
  const { rows } = await pool.query<PaymentMoney>(MONEY, [partnerId, paymentId])
  return rows[0] ?? null
}

/** Statements of a partner follow each other, so the last one that begins by a date covers it. */
const MONEY = `
select transfer.business_date::text as "businessDate", transfer.amount as collected,
  case when span.basis_points is not null then json_build_object(
    'basisPoints', span.basis_points, 'vatBasisPoints', span.vat_basis_points, 'fee', charged.fee,
    'vat', share_of(charged.fee, span.vat_basis_points, 10000)
  ) end as fee,
  case when covers.statement_id is not null then json_build_object(
    'statementId', covers.statement_id,
    'number', statement_number(covers.owner, covers.year, covers.number, ''),
    'status', covers.status, 'from', covers.period_from, 'to', covers.period_until,
    'paidAt', (
      select wire_time(max(paid_at))
      from payouts
      where partner_id = covers.partner_id and statement_id = covers.statement_id
        and status = 'paid'
    )
  ) end as statement
from ledger_transfers transfer
join payments payment
  on payment.partner_id = transfer.partner_id and payment.payment_id = transfer.source_id
left join lateral (
  select *
  from fee_spans
  where partner_id = transfer.partner_id and owner = 'prt_' || transfer.partner_id
    and channel_kind = payment.channel_kind and effective_from <= transfer.business_date
    and (next_from is null or next_from > transfer.business_date)
) as span on true
cross join lateral (
  select fee_of(transfer.amount, span.basis_points, span.fixed, span.minimum, span.maximum) as fee
) as charged
left join lateral (
  select *
  from (
    select *
    from statements
    where partner_id = transfer.partner_id and owner = 'prt_' || transfer.partner_id
      and period_from <= transfer.business_date
    order by period_from desc
    limit 1
  ) as latest
  where period_until >= transfer.business_date
) as covers on true
where transfer.partner_id = $1 and transfer.source_id = $2 and transfer.code = 'COLLECT'
  and transfer.line = 1`
