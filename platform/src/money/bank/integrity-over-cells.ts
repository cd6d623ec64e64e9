import type { EveryCell } from '../../cells/every-cell.ts'
import type { Violation } from '../../base/violation.ts'

/**
 * Matched lines of the control cell whose transfer, of a partner of another cell, is in no cell. One
 * database judges this in one statement ("a matched bank line proves one transfer").
 */
export const linesWithoutTransfer = async (cells: EveryCell): Promise<Violation[]> => {
  const { rows: lines } = await cells.control.operatorLists.query<{ id: string }>(
    `select bank_line_id as id, match_partner as partner, match_source as source, match_code as code,
      match_line as line, amount, account
    from bank_lines
    where status = 'matched' and match_partner <> 0 and not is_archived(match_source)
      and not exists (select from partners where partner_id = match_partner)
    union all
    select group_id, thing_partner, source_id, code, thing.line,
      thing.amount * sign(first.amount)::integer, thing.account
    from bank_group_things thing
    join lateral (
      select amount from bank_lines where match_source = group_id and match_kind = 'group' limit 1
    ) as first on true
    where thing.status = 'proved' and thing_partner <> 0 and not is_archived(source_id)
      and not exists (select from partners where partner_id = thing_partner)`,
  )
  if (lines.length === 0) return []
  const proved = await cells.read(async ({ operatorLists }) => {
    const { rows } = await operatorLists.query<{ id: string }>(PROVED, [JSON.stringify(lines)])
    return rows.map(({ id }) => id)
  })
  const known = new Set(proved.flat())
  return lines.filter(({ id }) => !known.has(id))
}

const PROVED = `
  select id
  from json_to_recordset($1::json) as matched (
    id text, partner integer, source uuid, code text, line integer, amount bigint, account text
  )
  join ledger_transfers posted
    on posted.partner_id = matched.partner and posted.source_id = matched.source
    and posted.code = matched.code and posted.line = matched.line
  where posted.amount = abs(matched.amount) and case when matched.amount > 0
    then debit_kind = 'bank' and debit_owner = matched.account
    else credit_kind = 'bank' and credit_owner = matched.account
  end`
