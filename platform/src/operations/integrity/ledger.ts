import { CASH_INTEGRITY } from '../../parties/agents/integrity.ts'
import { CUSTODY_INTEGRITY } from '../../ledger/custody/integrity.ts'
import { DOCUMENT_INTEGRITY } from '../../money/settlement/documents/integrity.ts'
import { PAYOUT_INTEGRITY } from '../../money/settlement/payouts/integrity.ts'
import { STATEMENT_INTEGRITY } from '../../money/settlement/statements/integrity.ts'
import { REFUND_INTEGRITY } from '../../payments/refunds/integrity.ts'

/**
 * What must always be true of the books (L1 to L9). Each query returns the rows that contradict it,
 * so it must return none. The tests ask all of them after every storm, and an operator asks them over
 * HTTP. Each is one statement, so it sees the books at one moment.
 */
export const BOOKS_INTEGRITY: Record<string, string> = {
  ...REFUND_INTEGRITY,

  'L1: each payment that was paid has exactly one COLLECT of its amount': `
    select payments.partner_id, payments.payment_id, stage, payments.amount,
      collected.amount as collected
    from payments
    left join ledger_transfers collected
      on collected.partner_id = payments.partner_id
      and collected.source_id = payments.payment_id
      and collected.code = 'COLLECT'
    where ((paid_at is null) <> (collected.amount is null) and not is_archived(payments.payment_id))
      or collected.amount <> payments.amount
      or collected.at <> paid_at
      or collected.line <> 1
      or collected.credit_owner <> 'prt_' || payments.partner_id`,

  'L1: who took the money of a payment is an agent of its channel, and its COLLECT says the same': `
    select payments.partner_id, payments.payment_id, payments.channel_id, payments.agent_id,
      taken_by, collected.debit_owner
    from payments
    left join ledger_transfers collected
      on collected.partner_id = payments.partner_id
      and collected.source_id = payments.payment_id
      and collected.code = 'COLLECT'
    left join agents opener on opener.agent_id = payments.agent_id
    left join agents taker on taker.agent_id = payments.taken_by
    where (payments.agent_id is not null and opener.channel_id is distinct from payments.channel_id)
      or (taken_by is not null and taker.channel_id is distinct from payments.channel_id)
      or collected.debit_owner
        <> coalesce('agt_' || taken_by, 'chn_' || payments.channel_id)`,

  'L2: ledger_days is what the transfers of the roll-up add up to': `
    select coalesce(days.partner_id, sums.partner_id) as partner_id,
      coalesce(days.kind, sums.kind) as kind, coalesce(days.owner, sums.owner) as owner,
      coalesce(days.business_date, sums.business_date)::text as business_date,
      days.debits, sums.debits as debits_of_transfers,
      days.credits, sums.credits as credits_of_transfers
    from (select * from ledger_days where debits <> 0 or credits <> 0) as days
    full join (
      select partner_id, kind, owner, business_date, sum(debits)::bigint as debits,
        sum(credits)::bigint as credits
      from (
        select partner_id, debit_kind as kind, debit_owner as owner, business_date,
          amount as debits, 0 as credits
        from ledger_transfers, ledger_roll_up
        where xid < rolled_up_to
        union all
        select partner_id, credit_kind, credit_owner, business_date, 0, amount
        from ledger_transfers, ledger_roll_up
        where xid < rolled_up_to
      ) as entries
      group by partner_id, kind, owner, business_date
    ) as sums using (partner_id, kind, owner, business_date)
    where (days.debits, days.credits) is distinct from (sums.debits, sums.credits)`,

  'L2: ledger_totals is what ledger_days adds up to': `
    select partner_id, kind, owner, totals.debits, days.debits as debits_of_days,
      totals.credits, days.credits as credits_of_days
    from (select * from ledger_totals where debits <> 0 or credits <> 0) as totals
    full join (
      select partner_id, kind, owner, sum(debits)::bigint as debits, sum(credits)::bigint as credits
      from ledger_days
      group by partner_id, kind, owner
      having sum(debits) <> 0 or sum(credits) <> 0
    ) as days using (partner_id, kind, owner)
    where (totals.debits, totals.credits) is distinct from (days.debits, days.credits)`,

  'L6: nobody approved an adjustment that they made, and each approved one has its transfer': `
    select adjustment_id, status, made_by, decided_by, transfer.amount
    from adjustments
    left join ledger_transfers transfer
      on transfer.partner_id = adjustments.partner_id
      and transfer.source_id = adjustment_id
      and transfer.code = 'ADJUST'
    where (status = 'approved' and made_by = decided_by)
      or ((status = 'approved') <> (transfer.amount is not null) and not is_archived(adjustment_id))
      or (adjustments.debit_kind, adjustments.debit_owner, adjustments.credit_kind,
          adjustments.credit_owner, adjustments.amount)
        <> (transfer.debit_kind, transfer.debit_owner, transfer.credit_kind,
          transfer.credit_owner, transfer.amount)`,

  'L7: nothing was written to a day after it was closed': `
    select transfer.partner_id, source_id, code, line, business_date::text, xid::text, fence::text
    from ledger_transfers transfer
    join lateral (
      select fence from ledger_closings
      where through >= business_date and sealed_at is not null
      order by through
      limit 1
    ) as closing on xid >= fence
    where code <> 'OPENING'`,

  'L7: the days before the open day are sealed, or their closing waits': `
    select open_day::text, sealed_through::text
    from ledger_state
    where sealed_through is distinct from (
      select max(through) from ledger_closings where sealed_at is not null
    )
    or open_day - 1 is distinct from (select max(through) from ledger_closings)`,

  'L8: in each currency debits equal credits': `
    select sum(debits)::text as debits, sum(credits)::text as credits
    from (
      select debits, credits from ledger_totals where ledger_rolled_up_to() <> '0'
      union all
      select debits, credits from ledger_tail(null, null)
    ) as everything
    having sum(debits) <> sum(credits)`,

  ...CASH_INTEGRITY,
  ...CUSTODY_INTEGRITY,
  ...STATEMENT_INTEGRITY,
  ...DOCUMENT_INTEGRITY,
  ...PAYOUT_INTEGRITY,
}
