import type { BankMatchKind, Centimes } from '@wasl/protocol'
import type pg from 'pg'

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
  db: pg.ClientBase | pg.Pool,
  bankLineIds: readonly string[],
): Promise<Candidate[]> => {
  if (bankLineIds.length === 0) return []
  const { rows } = await db.query<Candidate>(
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
    where place <= $2
    order by bank_line_id, place`,
    [bankLineIds, SHOWN_MAX],
  )
  return rows
}

/**
 * Lines whose amount and reference agree with one candidate, which agrees with no other line: these are
 * matched without a person.
 */
export const findCertain = async (
  db: pg.ClientBase | pg.Pool,
  bankLineIds: readonly string[],
): Promise<Candidate[]> => {
  if (bankLineIds.length === 0) return []
  const { rows } = await db.query<Candidate>(
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
    [bankLineIds],
  )
  return rows
}

/** No line of this account proves the transfer yet. */
const isFree = (id: string, code: string): string => `
  not exists (
    select from bank_lines other
    where other.match_source = ${id} and other.match_code = '${code}'
      and other.account = line.account and other.status <> 'unmatched'
  )`

/**
 * Bags and remittances that a credit may be, and payouts that a debit may be: open ones, and those that
 * a person has posted for this amount and account.
 */
const CANDIDATES = `
with line as materialized (
  select bank_line_id, account, amount, concat_ws(' ', reference, description) as words
  from bank_lines
  where bank_line_id = any($1::uuid[]) and status = 'unmatched'
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
  join payouts payout on payout.amount = -line.amount and payout.status in ('instructed', 'paid')
  join statements statement using (partner_id, statement_id)
  cross join lateral (
    select case
      when has_words(line.words, payout_id::text) then payout_id::text
      else statement_number(statement.owner, statement.year, statement.number, '')
    end as reference
  ) as named
  where line.account = 'clients' and ${isFree('payout_id', 'PAYOUT')}
    and ${isFree('payout_id', 'COMMISSION_PAID')}
), candidate as (
  select found.*, found.amount = abs(line.amount) as amount_agrees,
    coalesce(has_words(line.words, found.reference), false) as reference_agrees
  from found join line using (bank_line_id)
)`
