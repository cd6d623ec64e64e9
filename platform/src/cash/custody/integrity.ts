import { ONE_DATABASE } from '../../cells/copies.ts'

/** What must be true of cash that changes hands: each query must return no row. */
export const CUSTODY_INTEGRITY: Readonly<Record<string, string>> = {
  'L4: no agent and no safe holds less than nothing': `
    select owner, sum(amount)::bigint as balance
    from (
      select debit_owner as owner, amount from ledger_transfers where debit_kind = 'cash'
      union all
      select credit_owner, -amount from ledger_transfers where credit_kind = 'cash'
    ) as sides
    where (owner like 'agt\\_%' or owner like 'safe\\_%') and ${ONE_DATABASE} -- else integrity/over-cells.ts
    group by owner
    having sum(amount) < 0`,

  'L4: a handover has moved what was counted, once it is received': `
    select handover_id, status, counted, moved.amount
    from handovers
    left join ledger_transfers moved
      on moved.partner_id = 0 and moved.source_id = handover_id and moved.code = 'MOVED'
    where (moved.amount is distinct from counted and not is_archived(handover_id))
      or moved.debit_owner <> to_owner or moved.credit_owner <> from_owner`,

  'L4: what is in transit are the open bags': `
    select owner, sum(sides.amount)::bigint as in_transit, status, deposits.amount as bag
    from (
      select debit_owner as owner, amount from ledger_transfers where debit_kind = 'in_transit'
      union all
      select credit_owner, -amount from ledger_transfers where credit_kind = 'in_transit'
      union all
      select deposit_id::text, 0 from deposits
    ) as sides (owner, amount)
    left join deposits on deposit_id::text = owner
    group by owner, status, deposits.amount
    having sum(sides.amount)
      is distinct from case when status = 'banked' then 0 else deposits.amount end`,

  'D30: what the bank credited for bags and remittances is in the ledger once': `
    select source_id, expected, posted.amount, posted.debit_owner, account
    from (
      select deposit_id as source_id, 'BANKED' as code, nullif(banked, 0) as expected, account
      from deposits
      union all
      select remittance_id, 'REMITTANCE', banked, account from remittances
    ) as credits (source_id, code, expected, account)
    full join (
      select * from ledger_transfers where code in ('BANKED', 'REMITTANCE')
    ) as posted using (source_id, code)
    where (posted.amount is distinct from expected and not is_archived(source_id))
      or posted.debit_owner <> account or posted.partner_id <> 0`,

  'D30: a confirmed remittance nets what it says': `
    select remittance_id, netted_then, posted.amount
    from remittances
    left join ledger_transfers posted
      on posted.partner_id = 0 and posted.source_id = remittance_id and posted.code = 'NETTED'
    where coalesce(posted.amount, 0) <> coalesce(netted_then, 0) and not is_archived(remittance_id)`,

  'D30: a float is in the safe until it is returned': `
    select float_id, status, floats.amount, sum(posted.amount) as posted
    from floats
    left join ledger_transfers posted
      on posted.partner_id = 0 and posted.source_id = float_id
      and posted.code in ('FLOAT_FUNDED', 'FLOAT_WITHDRAWN')
    where not is_archived(float_id)
    group by float_id, status, floats.amount
    having sum(posted.amount)
      is distinct from floats.amount * case status when 'returned' then 2 else 1 end`,

  'L9: suspense is empty or has an open bank line': `
    select owner, sum(sides.amount)::bigint as in_suspense, status, lines.amount as line
    from (
      select debit_owner as owner, amount from ledger_transfers where debit_kind = 'suspense'
      union all
      select credit_owner, -amount from ledger_transfers where credit_kind = 'suspense'
      union all
      select bank_line_id::text, 0 from bank_lines
    ) as sides (owner, amount)
    left join bank_lines lines on bank_line_id::text = owner
    group by owner, status, lines.amount
    having sum(sides.amount)
      is distinct from case when status = 'matched' then 0 else -lines.amount end`,

  'D30: a matched bank line proves one transfer of its account and amount': `
    select bank_line_id, match_kind, match_source, lines.amount, posted.amount as posted
    from bank_lines lines
    left join ledger_transfers posted
      on posted.partner_id = match_partner and posted.source_id = match_source
      and posted.code = match_code and posted.line = match_line
    where status = 'matched' and not is_archived(match_source)
      and (match_partner = 0 or not exists (select from this_cell)
        or exists (select from partners where partner_id = match_partner))
      and (posted.amount = abs(lines.amount) and case when lines.amount > 0
        then debit_kind = 'bank' and debit_owner = account
        else credit_kind = 'bank' and credit_owner = account
      end) is not true`,

  'D30: the difference of a handover and of a bag is its variance': `
    select source_id, counted.difference, kind, variances.amount
    from (
      select handover_id as source_id, counted - amount as difference from handovers
      where status = 'received'
      union all
      select deposit_id, banked - amount from deposits where status = 'banked'
    ) as counted
    left join variances using (source_id)
    where counted.difference
      <> coalesce(case kind when 'short' then -variances.amount else variances.amount end, 0)`,
}
