import { NO_COPY } from '../../base/database/copies.ts'

/** The balances of the accounts of a kind, as the transfers add up to. */
const balancesOf = (kind: string): string => `(
  select owner, sum(amount)::bigint as balance
  from (
    select debit_owner as owner, amount from ledger_transfers where debit_kind = '${kind}'
    union all
    select credit_owner, -amount from ledger_transfers where credit_kind = '${kind}'
  ) as sides
  group by owner
  having sum(amount) <> 0
)`

/** What must be true of shifts, counts, variances and cases: each query must return no row (D30). */
export const CASH_INTEGRITY: Readonly<Record<string, string>> = {
  'L6: the person who counted does not decide on the difference': `
    select variance_id, found_by, decided_by from variances where decided_by = found_by`,

  'L9: the account of a variance has its difference while it is open, and nothing after': `
    select owner, held.balance, open.balance as expected
    from ${balancesOf('variance')} as held
    full join (
      select variance_id::text as owner, case kind when 'short' then amount else -amount end as balance
      from variances
      where status = 'open'
    ) as open using (owner)
    where held.balance is distinct from open.balance`,

  'L9: the account of a case has its cash while it is open, and nothing after': `
    select owner, held.balance, open.balance as expected
    from ${balancesOf('payer_held')} as held
    full join (
      select case_id::text as owner, -amount as balance from cases where status = 'open'
    ) as open using (owner)
    where held.balance is distinct from open.balance`,

  'D30: a shift is counted if and only if there is a count of it': `
    select shift_id, status, count.counted
    from shifts
    full join shift_counts count using (shift_id)
    where (status in ('counted', 'reviewed', 'closed')) is distinct from (count.counted is not null)
      and ${NO_COPY}`,

  'D30: the difference of a count is its variance': `
    select shift_id, count.counted, count.expected, variances.kind, variances.amount
    from shift_counts count
    left join variances on source = 'shift' and source_id = shift_id
    where count.counted - count.expected
      <> coalesce(case kind when 'short' then -amount else amount end, 0)`,

  'D30: what a count expected is the sum of its parts, one for each cell': `
    select shift_id, count.expected, parts.expected as of_parts
    from shift_counts count
    join (
      select shift_id, sum(expected)::bigint as expected from shift_count_parts group by shift_id
    ) as parts using (shift_id)
    where count.expected <> parts.expected`,

  'D30: a shift is reviewed after a person decided on its variance, and closed after any decision': `
    select shift_id, shifts.status, reviewed_at, variances.status as variance, decided_by
    from shifts
    left join variances on source = 'shift' and source_id = shift_id
    where ${NO_COPY} and ((reviewed_at is not null)
        <> (variances.status is not distinct from 'decided' and decided_by <> 'tolerance')
      or (shifts.status = 'closed' and variances.status = 'open'))`,

  'D30: the float of a shift has moved from the safe to the agent': `
    select shift_id, float, moved.amount, moved.debit_owner, moved.credit_owner
    from shifts
    left join ledger_transfers moved
      on moved.partner_id = 0 and moved.source_id = shift_id and moved.code = 'MOVED'
    where ${NO_COPY} and ((moved.amount is null and float > 0 and not is_archived(shift_id))
      or float <> moved.amount
      or moved.debit_owner <> 'agt_' || agent_id
      or moved.credit_owner <> 'safe_' || channel_id)`,

  'D30: no agent owes less than nothing': `
    select owner, balance from ${balancesOf('agent_receivable')} as held where balance < 0`,
}
