import type { AccountKind, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { isCounted } from '../cells/counted.ts'
import { partnerOfId } from '../base/wire-ids.ts'
import type { Account } from './account.ts'

export type TransferRow = {
  partner_id: number
  source_id: string
  code: string
  line: number
  debit_kind: AccountKind
  debit_owner: string
  credit_kind: AccountKind
  credit_owner: string
  amount: Centimes
  currency: 'DZD'
  actor: string
  at: Date
  business_date: string
}

/** A transfer's place in a list: by date and time, then by its key. */
export type TransferPlace = {
  date: string
  /** Microseconds count, so this is PostgreSQL's text. */
  at: string
  source: string
  code: string
  line: number
}

export type Range = {
  from: string | null
  to: string | null
  /** Only transfers of this source. */
  source: string | null
  daysMax: number
}

type Page = { limit: number; before: TransferPlace | null }

const COLUMNS = `partner_id, source_id, code, line, debit_kind, debit_owner, credit_kind,
  credit_owner, amount, currency, actor, at, business_date::text, at::text as at_text`

export type PlacedRow = TransferRow & { at_text: string }

const ORDER = 'business_date desc, at desc, source_id desc, code desc, line desc'

const BEFORE = `($1::date is null
  or (business_date, at, source_id, code, line)
    < ($1::date, $2::timestamptz, $3::uuid, $4::text, $5::smallint))`

const placeOf = (before: TransferPlace | null): unknown[] => [
  before?.date ?? null,
  before?.at ?? null,
  before?.source ?? null,
  before?.code ?? null,
  before?.line ?? null,
]

/** The newest of what each cell has found, in the order of one. */
export const newestTransfers = (answers: PlacedRow[][], limit: number): PlacedRow[] => {
  const [first] = answers
  if (first !== undefined && answers.length === 1) return first
  return answers.flat().toSorted(newestFirst).slice(0, limit)
}

const newestFirst = (one: PlacedRow, other: PlacedRow): number => {
  for (const field of ['business_date', 'at_text', 'source_id', 'code', 'line'] as const) {
    if (one[field] !== other[field]) return one[field] < other[field] ? 1 : -1
  }
  return 0
}

/** What a payment, a refund, a handover, … has caused. The id says whose rows they are among. */
export const listTransfersOfSource = async (
  pool: pg.Pool,
  sourceId: string,
  { from, to }: Pick<Range, 'from' | 'to'>,
  { limit, before }: Page,
): Promise<PlacedRow[]> => {
  const partnerId = partnerOfId(sourceId) ?? 0
  const { rows } = await pool.query<PlacedRow>(
    `select ${COLUMNS} from ledger_transfers
    where partner_id = $6 and source_id = $7 and ${BEFORE}
      and ($9::date is null or business_date >= $9::date)
      and ($10::date is null or business_date <= $10::date)
    order by ${ORDER}
    limit $8`,
    [...placeOf(before), partnerId, sourceId, limit, from, to],
  )
  return rows
}

/** Days that one statement reads: the first has few, so that a busy account needs only one. */
const DAYS_OF_STATEMENT = [1, 7, 31, 366]

/**
 * The transfers of an account, the newest first. There is no index by account, because every
 * confirmation would write to it: the roll-up says on which days and with which partners the account
 * has any, and an index by partner and date finds them.
 */
export const listTransfersOfAccount = async (
  pool: pg.Pool,
  account: Account,
  range: Range,
  { limit, before }: Page,
  leftOut: readonly number[] = [],
): Promise<PlacedRow[]> => {
  const days = await readDays(pool, account, range, before, leftOut)
  const found: PlacedRow[] = []
  let step = 0
  for (let first = 0; first < days.length && found.length < limit; step += 1) {
    const count = DAYS_OF_STATEMENT[step] ?? days.length
    const part = days.slice(first, first + count)
    found.push(
      ...(await readTransfers(pool, account, part, range.source, limit - found.length, before)),
    )
    first += count
  }
  return found
}

type Day = { business_date: string; partners: number[] }

const readDays = async (
  pool: pg.Pool,
  { kind, owner }: Account,
  { from, to, daysMax }: Range,
  before: TransferPlace | null,
  leftOut: readonly number[],
): Promise<Day[]> => {
  const { rows } = await pool.query<Day>(
    `with range as (
      select least(last, $5::date) as last, coalesce($3::date, last - $6::int + 1) as first
      from (
        select coalesce($4::date, greatest((wasl_now() at time zone time_zone)::date, open_day))
          as last
        from ledger_state
      ) as ends
    )
    select business_date::text, array_agg(distinct partner_id) as partners
    from (
      select partner_id, business_date from ledger_days
      where kind = $1 and owner = $2 and ledger_rolled_up_to() <> '0'
      union all
      select partner_id, business_date from ledger_tail($1, $2)
    ) as days, range
    where business_date between greatest(range.first, range.last - $6::int + 1) and range.last
      and ${isCounted('partner_id', leftOut)}
    group by business_date
    order by business_date desc`,
    [kind, owner, from, to, before?.date ?? null, daysMax],
  )
  return rows
}

const readTransfers = async (
  pool: pg.Pool,
  { kind, owner }: Account,
  days: Day[],
  source: string | null,
  limit: number,
  before: TransferPlace | null,
): Promise<PlacedRow[]> => {
  const pairs = days.flatMap(({ business_date, partners }) =>
    partners.map((partner) => [partner, business_date] as const),
  )
  const { rows } = await pool.query<PlacedRow>(
    `select ${COLUMNS}
    from unnest($6::int[], $7::date[]) as days (day_partner, day)
    join ledger_transfers on partner_id = day_partner and business_date = day
    where ((debit_kind, debit_owner) = ($8, $9) or (credit_kind, credit_owner) = ($8, $9))
      and ($11::uuid is null or source_id = $11::uuid)
      and ${BEFORE}
    order by ${ORDER}
    limit $10`,
    [
      ...placeOf(before),
      pairs.map(([partner]) => partner),
      pairs.map(([, day]) => day),
      kind,
      owner,
      limit,
      source,
    ],
  )
  return rows
}
