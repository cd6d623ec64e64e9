/**
 * The reports that a finance team asks for (D31): each is one statement over the roll-up, and the
 * transfers after it. `$1` and `$2` are the first and the last business date. A report about a
 * state uses only the last date.
 */
import type { ReportName } from '@wasl/protocol'
import { isCounted } from '../../cells/counted.ts'

/** A value as the statement gives it: sums are centimes. */
export type Value = string | number | null

/** @param leftOut partners that another cell counts. */
type Statement = (leftOut: readonly number[]) => string

/**
 * A report, and how the rows of several cells become one table (W177): those that agree in `key` are
 * added up, and `order` names what the table is sorted by.
 */
export type Report = {
  sql: Statement
  key: readonly string[]
  order: readonly string[]
  /** A row is left out when the cells make it 0 together. */
  withoutZero?: string
  /** What a single cell cannot know: since when the balances of all cells together are not zero. */
  aged?: Aged
}

/** A kind of account, and which side adds to what it holds. */
export type Aged = { kind: string; more: 'debits' | 'credits'; less: 'debits' | 'credits' }

/** The sums of a kind of account by date and owner, with the transfers after the roll-up. */
export const days = (kind: string, leftOut: readonly number[]): string => `
  days as (
    select owner, business_date, sum(debits) as debits, sum(credits) as credits
    from (
      select partner_id, owner, business_date, debits, credits from ledger_days
      where kind = '${kind}' and ledger_rolled_up_to() <> '0'
      union all
      select partner_id, owner, business_date, debits, credits from ledger_tail('${kind}', null)
    ) as parts
    where business_date <= $2::date and ${isCounted('partner_id', leftOut)}
    group by owner, business_date
  )`

/**
 * Balances that are not zero, each with the date of the oldest amount in it: the first that came is the
 * first that went.
 */
const aged = ({ kind, more, less }: Aged): Report => ({
  key: ['owner'],
  order: ['since', 'owner'],
  aged: { kind, more, less },
  sql: (leftOut) => `
    with ${days(kind, leftOut)}, totals as (
      select owner, sum(${more}) as more, sum(${less}) as less from days
      group by owner having sum(${more}) > sum(${less})
    ), running as (
      select owner, business_date,
        sum(${more}) over (partition by owner order by business_date) as upto
      from days
    )
    select owner, (more - less)::bigint as balance, min(business_date)::text as since,
      $2::date - min(business_date) as days
    from totals
    join running using (owner)
    where upto > less and $1::date is not null
    group by owner, more, less
    order by since, owner`,
})

const BANK_PROOF: Report = {
  key: ['businessDate', 'account'],
  order: ['businessDate', 'account'],
  sql: (leftOut) => `
    with ${days('bank', leftOut)}, dates as (
      select date::date, owner
      from generate_series($1::date, $2::date, '1 day') as date,
        unnest(array['clients', 'own']) as owner
    ), books as (
      select date, dates.owner,
        coalesce(sum(debits - credits) filter (where business_date < date), 0) as opening,
        coalesce(sum(debits) filter (where business_date = date), 0) as received,
        coalesce(sum(credits) filter (where business_date = date), 0) as paid
      from dates left join days on days.owner = dates.owner and business_date <= date
      group by date, dates.owner
    ), bank as (
      select date, owner, coalesce(sum(amount), 0) as lines
      from dates left join bank_lines on account = owner and booked_on <= date
      group by date, owner
    )
    select date::text as "businessDate", owner as account, opening::bigint, received::bigint,
      paid::bigint, (opening + received - paid)::bigint as closing, lines::bigint as "bankLines",
      (opening + received - paid - lines)::bigint as difference
    from books join bank using (date, owner)
    order by date, owner`,
}

/** What the operator holds for others, and what it owes them. The last line is what is left over. */
const CLIENTS_MONEY: Report = {
  key: ['part', 'kind'],
  // Every cell has every line, in this order.
  order: [],
  sql: (leftOut) => `
    with parts (place, part, of_kind, of_owner) as (values
      (1, 'held', 'bank', 'clients'), (2, 'held', 'in_transit', null), (3, 'held', 'cash', null),
      (4, 'lent', 'float_owed', null), (5, 'owed', 'partner_payable', null),
      (6, 'owed', 'refund_due', null), (7, 'owed', 'payer_held', null), (8, 'owed', 'suspense', null)
    ), sums as (
      select kind, owner, sum(debits - credits) as balance
      from (
        select partner_id, kind, owner, debits, credits, business_date from ledger_days
        where ledger_rolled_up_to() <> '0'
        union all
        select partner_id, kind, owner, debits, credits, business_date
        from ledger_tail(null, null)
      ) as entries
      where business_date <= $2::date and ${isCounted('partner_id', leftOut)}
      group by kind, owner
    ), lines as (
      select place, part, of_kind as kind, coalesce(sum(balance), 0) as balance
      from parts
      left join sums on kind = of_kind and (of_owner is null or owner = of_owner)
      where $1::date is not null
      group by place, part, of_kind
    )
    select part, kind, balance::bigint
    from (
      select * from lines
      union all
      select 9, 'cover', 'all', sum(balance) from lines
    ) as report
    order by place`,
}

const VAT: Report = {
  key: ['month', 'kind'],
  order: ['month', 'kind'],
  sql: (leftOut) => `
    select to_char(business_date, 'YYYY-MM') as month, kind, sum(debits)::bigint as debits,
      sum(credits)::bigint as credits, sum(credits - debits)::bigint as due
    from (
      select partner_id, kind, business_date, debits, credits from ledger_days
      where kind in ('vat_payable', 'vat_recoverable') and ledger_rolled_up_to() <> '0'
      union all
      select partner_id, kind, business_date, debits, credits from ledger_tail(null, null)
      where kind in ('vat_payable', 'vat_recoverable')
    ) as entries
    where business_date between $1::date and $2::date and ${isCounted('partner_id', leftOut)}
    group by month, kind
    order by month, kind`,
}

const SUSPENSE: Report = {
  key: ['bankLine'],
  order: ['-days', 'bankLine'],
  withoutZero: 'balance',
  sql: (leftOut) => `
    with ${days('suspense', leftOut)}
    select days.owner as "bankLine", account, booked_on::text as "bookedOn", description,
      sum(debits - credits)::bigint as balance, $2::date - min(business_date) as days
    from days
    left join bank_lines on bank_line_id::text = days.owner
    where $1::date is not null
    group by days.owner, account, booked_on, description
    having sum(debits) <> sum(credits)
    order by min(business_date), days.owner`,
}

const JOURNAL: Report = {
  // The codes of accounts are those of the control cell.
  key: ['businessDate', 'code', 'debitKind', 'creditKind'],
  order: ['businessDate', 'code', 'debitKind', 'creditKind'],
  sql: (leftOut) => `
    select business_date::text as "businessDate", transfer.code, debit_kind as "debitKind",
      debit.account_code as "debitAccount", credit_kind as "creditKind",
      credit.account_code as "creditAccount", count(*) as transfers, sum(amount)::bigint as amount
    from ledger_transfers transfer
    left join account_codes debit on debit.kind = debit_kind
    left join account_codes credit on credit.kind = credit_kind
    where business_date between $1::date and $2::date and ${isCounted('partner_id', leftOut)}
    group by business_date, transfer.code, debit_kind, debit.account_code, credit_kind,
      credit.account_code
    order by business_date, transfer.code, debit_kind, credit_kind`,
}

export const REPORTS: Record<ReportName, Report> = {
  'bank-proof': BANK_PROOF,
  'clients-money': CLIENTS_MONEY,
  vat: VAT,
  'aged-custody': aged({ kind: 'cash', more: 'debits', less: 'credits' }),
  'aged-refunds': aged({ kind: 'refund_due', more: 'credits', less: 'debits' }),
  suspense: SUSPENSE,
  journal: JOURNAL,
}
