import type { BankMatchKind, Centimes } from '@wasl/protocol'
import { isCounted } from '../../cells/counted.ts'
import type { EveryCell } from '../../cells/every-cell.ts'

/** What a line may be. */
export type Candidate = {
  bank_line_id: string
  kind: Extract<BankMatchKind, 'deposit' | 'remittance' | 'payout'>
  id: string
  partner_id: number
  amount: Centimes
  amount_agrees: boolean
  reference_agrees: boolean
}

/** Candidates shown for one line. */
const SHOWN_MAX = 5

/** What each of these lines may be, the best first. */
export const findCandidates = async (
  cells: EveryCell,
  bankLineIds: readonly string[],
): Promise<Candidate[]> => {
  if (bankLineIds.length === 0) return []
  const { operatorLists } = cells.control
  const payouts = await findPayouts(cells, bankLineIds)
  const { rows } = await operatorLists.query<Candidate>(
    `${CANDIDATES}
    select bank_line_id, kind, id, partner_id, amount, amount_agrees, reference_agrees
    from (
      select *, row_number() over (
        partition by bank_line_id
        order by reference_agrees desc, amount_agrees desc, id desc
      ) as place
      from candidate
      where amount_agrees or reference_agrees
    ) as ordered
    where place <= $3
    order by bank_line_id, place`,
    [bankLineIds, payouts, SHOWN_MAX],
  )
  return rows
}

/**
 * Lines whose amount and reference agree with one candidate, which agrees with no other line: these are
 * matched without a person.
 */
export const findCertain = async (
  cells: EveryCell,
  bankLineIds: readonly string[],
): Promise<Candidate[]> => {
  if (bankLineIds.length === 0) return []
  const payouts = await findPayouts(cells, bankLineIds)
  const { rows } = await cells.control.pool.query<Candidate>(
    `${CANDIDATES}
    select bank_line_id, kind, id, partner_id, amount, amount_agrees, reference_agrees
    from (
      select *, count(*) over (partition by bank_line_id) as of_line,
        count(*) over (partition by kind, id) as of_target
      from candidate
      where amount_agrees and reference_agrees
    ) as agreeing
    where of_line = 1 and of_target = 1
    order by bank_line_id`,
    [bankLineIds, payouts],
  )
  return rows
}

/**
 * The payouts of all cells that a line may be, for the statement in the control cell, which has the
 * lines; null with one database, whose statement finds its payouts itself.
 */
const findPayouts = async (
  cells: EveryCell,
  bankLineIds: readonly string[],
): Promise<string | null> => {
  if (cells.isAlone) return null
  const { rows } = await cells.control.operatorLists.query<{ amount: Centimes }>(
    `select distinct -amount as amount from bank_lines
    where bank_line_id = any($1::uuid[]) and status = 'unmatched' and account = 'clients'
      and amount < 0`,
    [bankLineIds],
  )
  if (rows.length === 0) return '[]'
  const amounts = rows.map(({ amount }) => amount)
  const found = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows: payouts } = await operatorLists.query(
      `select ${PAYOUT} from ${PAYOUTS}
      where payout.amount = any($1::bigint[]) and ${isCounted('payout.partner_id', leftOut)}`,
      [amounts],
    )
    return payouts
  })
  return JSON.stringify(found.flat())
}

const PAYOUT = `payout_id, payout.partner_id, payout.amount,
  statement_number(statement.owner, statement.year, statement.number, '') as number`

const PAYOUTS = `payouts payout
  join statements statement
    on statement.partner_id = payout.partner_id and statement.statement_id = payout.statement_id
      and payout.status in ('instructed', 'paid')`

/** No line of this account proves the transfer yet. */
const isFree = (id: string, code: string): string => `
  not exists (
    select from bank_lines other
    where other.match_source = ${id} and other.match_code = '${code}'
      and other.account = line.account and other.status <> 'unmatched'
  ) and not exists (
    select from bank_group_things thing
    where thing.source_id = ${id} and thing.code = '${code}' and thing.account = line.account
      and thing.status in ('claimed', 'proved')
  )`

/**
 * Bags and remittances that a credit may be, and payouts that a debit may be: open ones, and those that
 * a person has posted for this amount and account. The payouts of several cells are given in `$2`.
 */
const CANDIDATES = `
with line as materialized (
  select bank_line_id, account, amount, concat_ws(' ', reference, description) as words
  from bank_lines
  where bank_line_id = any($1::uuid[]) and status = 'unmatched'
), payout as (
  select ${PAYOUT} from ${PAYOUTS} where $2::json is null
  union all
  select * from json_to_recordset($2::json)
    as of_cells (payout_id uuid, partner_id integer, amount bigint, number text)
), found as (
  select line.bank_line_id, 'deposit' as kind, deposit_id as id, 0 as partner_id,
    deposits.amount, slip as reference
  from line join deposits on deposits.status in ('deposited', 'disputed')
  where line.amount > 0 and ${isFree('deposit_id', 'BANKED')}
  union all
  select line.bank_line_id, 'deposit', deposit_id, 0, banked, slip
  from line join deposits on banked = line.amount and deposits.account = line.account
  where line.amount > 0 and ${isFree('deposit_id', 'BANKED')}
  union all
  select line.bank_line_id, 'remittance', remittance_id, 0, remittances.amount,
    remittances.reference
  from line join remittances on remittances.status = 'announced'
  where line.amount > 0 and ${isFree('remittance_id', 'REMITTANCE')}
  union all
  select line.bank_line_id, 'remittance', remittance_id, 0, banked, remittances.reference
  from line join remittances on banked = line.amount and remittances.account = line.account
  where line.amount > 0 and ${isFree('remittance_id', 'REMITTANCE')}
  union all
  select line.bank_line_id, 'payout', payout_id, payout.partner_id, payout.amount, named.reference
  from line
  join payout on payout.amount = -line.amount
  cross join lateral (
    -- pain.001 gives the bank the id without hyphens.
    select case
      when has_words(line.words, payout_id::text) then payout_id::text
      when has_words(line.words, replace(payout_id::text, '-', '')) then replace(payout_id::text, '-', '')
      else number
    end as reference
  ) as named
  where line.account = 'clients' and ${isFree('payout_id', 'PAYOUT')}
    and ${isFree('payout_id', 'COMMISSION_PAID')}
), candidate as (
  select found.*, found.amount = abs(line.amount) as amount_agrees,
    coalesce(has_words(line.words, found.reference), false) as reference_agrees
  from found join line using (bank_line_id)
)`
