/** What must always be true of payouts and the bank accounts that they leave (L5, L6). */
import { ONE_DATABASE } from '../../../base/database/copies.ts'
import { LIVE } from './payout.ts'

/**
 * Payouts of more than was released as cash was banked.
 *
 * @param unreleased SQL: what is held of `partner_id` through `period_until`.
 */
export const beyondReleased = (condition: string, unreleased: string): string => `
    select owner, period_until::text, owed, reserved, ${unreleased} as unreleased
    from (
      select statement.partner_id, statement.owner, statement.period_until, live.amount as own,
        sum(statement.net - statement.carried_forward) over by_date as owed,
        sum(live.amount) over by_date as reserved,
        bool_and(live.is_banked) over by_date as is_banked
      from statements statement
      cross join lateral (
        select coalesce(sum(amount), 0) as amount,
          coalesce(bool_and(release = 'banked'), true) as is_banked
        from payouts payout
        where payout.partner_id = statement.partner_id
          and payout.statement_id = statement.statement_id and payout.status in ${LIVE}
      ) as live
      where statement.status <> 'open' and statement.partner_id <> 0
      window by_date as (partition by statement.partner_id order by statement.period_from)
    ) as history
    where own > 0 and is_banked and ${condition}
      and reserved > owed - ${unreleased}`

/**
 * What imported lines took from the account with the partners' money, while nobody has matched
 * them. The bank took it, so the books must show it: this is not an error of the platform.
 */
export const TAKEN_BY_OPEN_LINES = `(
  select coalesce(-sum(amount), 0)::bigint
  from bank_lines
  where account = 'clients' and status <> 'matched' and amount < 0
)`

const clientsAccount = (isWrong: string): string => `
    select sum(debits)::text as debits, sum(credits)::text as credits,
      out_of_suspense::text as taken_by_open_lines
    from (
      select debits, credits
      from ledger_totals
      where kind = 'bank' and owner = 'clients' and ledger_rolled_up_to() <> '0'
      union all
      select debits, credits from ledger_tail('bank', 'clients')
    ) as parts, (select ${TAKEN_BY_OPEN_LINES} as out_of_suspense) as lines
    group by out_of_suspense
    having ${isWrong} and ${ONE_DATABASE}`

export const PAYOUT_INTEGRITY: Record<string, string> = {
  'L5: the account with the partners’ money is never below zero': clientsAccount(
    'sum(debits) - sum(credits) + out_of_suspense < 0',
  ),

  'Bank: the lines of the bank leave the account with the partners’ money at zero or more':
    clientsAccount(
      'sum(debits) < sum(credits) and sum(debits) - sum(credits) + out_of_suspense >= 0',
    ),

  'L5: the payouts of a statement never exceed its net': `
    select statement.owner, statement.number, statement.status, net, sum(payout.amount) as payouts
    from payouts payout
    join statements statement using (partner_id, statement_id)
    where payout.status in ${LIVE}
    group by statement.owner, statement.number, statement.status, net
    having sum(payout.amount) > net or statement.status <> 'approved'`,

  'L5: payouts never exceed what was released': beyondReleased(
    ONE_DATABASE,
    'unreleased(partner_id, period_until)',
  ),

  'L5: the ledger has each payout that the bank paid, and each that it sent back': `
    select payout_id, status, paid_at, times_unpaid, posted.*
    from payouts payout
    cross join lateral (
      select coalesce(sum(amount) filter (where code in ('PAYOUT', 'COMMISSION_PAID') and line > 0), 0)
          as paid,
        coalesce(sum(amount) filter (
          where code = 'PAYOUT_RETURNED' or (code in ('PAYOUT', 'COMMISSION_PAID') and line < 0)
        ), 0) as returned
      from ledger_transfers
      where partner_id = payout.partner_id and source_id = payout.payout_id
    ) as posted
    where not is_archived(payout_id) and (
      posted.paid
        <> payout.amount * (times_unpaid + case when paid_at is null then 0 else 1 end)
      or posted.returned <> payout.amount
        * (times_unpaid + case when paid_at is not null and status = 'returned' then 1 else 0 end)
    )`,

  'L5: every payment of a statement in the ledger is a payout': `
    select source_id, code, amount
    from ledger_transfers transfer
    where code in ('PAYOUT', 'PAYOUT_RETURNED', 'COMMISSION_PAID') and not exists (
      select from payouts
      where payouts.partner_id = transfer.partner_id and payout_id = transfer.source_id
    )`,

  // One that was paid and is not any more may be older than its file.
  'D36: a payout that waits in a batch that was sent is in its file': `
    select batch_id, open.payout_id
    from payout_batches
    cross join lateral (
      select payout_id::text
      from payouts
      where payouts.batch_id = payout_batches.batch_id and status = 'instructed'
        and times_unpaid = 0
      except
      select left(line, 36) from string_to_table(convert_from(csv, 'UTF8'), E'\\r\\n') as line
    ) as open
    where csv is not null and exists (
      select from payouts
      where payouts.batch_id = payout_batches.batch_id and status = 'instructed'
    )`,

  'L6: nobody approved a payout that they made': `
    select payout_id, approved_by
    from payouts
    where approved_by = made_by
      or (status in ('approved', 'instructed', 'paid', 'returned')) > (approved_by is not null)`,
}
