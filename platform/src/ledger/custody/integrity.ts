import { ONE_DATABASE } from '../../base/database/copies.ts'

/** What must be true of cash that changes hands: each query must return no row. */
export const CUSTODY_INTEGRITY: Readonly<Record<string, string>> = {
  'L4: no agent and no safe holds less than nothing': `
    select owner, sum(amount)::bigint as balance
    from (
      select debit_owner as owner, amount from ledger_transfers where debit_kind = 'cash'
      union all
      select credit_owner, -amount from ledger_transfers where credit_kind = 'cash'
    ) as sides
    where (owner like 'agt\\_%' or owner like 'safe\\_%') and ${ONE_DATABASE} -- else operations/integrity/over-cells.ts
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
      select source_id, code, partner_id, nullif(sum(amount * sign(line)), 0)::bigint as amount,
        (array_agg(debit_owner order by line desc))[1] as debit_owner
      from ledger_transfers
      where code in ('BANKED', 'REMITTANCE')
      group by source_id, code, partner_id
    ) as posted using (source_id, code)
    where (posted.amount is distinct from expected and not is_archived(source_id))
      or posted.debit_owner <> account or posted.partner_id <> 0`,

  'D30: a confirmed remittance nets what it says': `
    select remittance_id, netted_then, posted.amount
    from remittances
    cross join lateral (
      select coalesce(sum(amount * sign(line)), 0) as amount
      from ledger_transfers
      where partner_id = 0 and source_id = remittance_id and code = 'NETTED'
    ) as posted
    where posted.amount <> coalesce(netted_then, 0) and not is_archived(remittance_id)`,

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
      is distinct from case when status in ('matched', 'unmatching') then 0 else -lines.amount end`,

  'D30: a matched bank line proves one transfer of its account and amount': `
    select bank_line_id, match_kind, match_source, lines.amount, posted.amount as posted
    from (
      select bank_line_id, match_kind, match_partner, match_source, match_code, match_line, amount,
        account, status
      from bank_lines
      where match_kind not in ('group', 'rejoined')
      union all
      select group_id, kind, thing_partner, source_id, code, thing.line,
        thing.amount * sign(first.amount)::integer, thing.account, 'matched'
      from bank_group_things thing
      join lateral (
        select amount from bank_lines where match_source = group_id and match_kind = 'group' limit 1
      ) as first on true
      where thing.status = 'proved'
    ) as lines
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

  'D37: the lines of a group are its things and what is left of them': `
    select group_id, sum(lines.amount)::bigint as lines, things.amount as things, rest.amount as rest
    from (
      select match_source as group_id, bank_line_id, amount
      from bank_lines
      where match_kind = 'group' and status = 'matched'
    ) as lines
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount
      from bank_group_things
      where bank_group_things.group_id = lines.group_id and status = 'proved'
    ) as things
    cross join lateral (
      select coalesce(sum(rest.amount), 0)::bigint as amount
      from bank_lines part
      join bank_lines rest on rest.remainder_of = part.bank_line_id
      where part.match_source = lines.group_id
        and (rest.match_kind <> 'rejoined') is not false
    ) as rest
    group by group_id, things.amount, rest.amount
    having abs(sum(lines.amount)) <> things.amount + abs(rest.amount)`,

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
