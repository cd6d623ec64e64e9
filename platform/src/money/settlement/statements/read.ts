import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { Owner } from '../fees/owner.ts'
import type { Figures, Statement, StatementFee, StatementStatus } from './statement.ts'

/** The statement with its figures; null when the partner (0: a channel) has none with this id. */
export const readStatement = async (
  tx: pg.ClientBase | pg.Pool,
  partnerId: number,
  statementId: string,
): Promise<Statement | null> => {
  const { rows } = await tx.query<StatementRow>(
    `select ${STATEMENT} from ${STATEMENTS}
    where statement.partner_id = $1 and statement.statement_id = $2`,
    [partnerId, statementId],
  )
  const [row] = rows
  return row === undefined ? null : statementOf(row)
}

export type StatementFilter = {
  /** Null for all. */
  of: Owner | null
  status: StatementStatus | null
  /** Statements that cover a date from this one on, or through this one; null where open. */
  from: string | null
  to: string | null
  /** Without open statements. */
  isClosed?: boolean
}

/** Statements, the newest first, starting before `beforeId`. */
export const listStatements = async (
  db: pg.ClientBase | pg.Pool,
  { of, status, from, to, isClosed = false }: StatementFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<Statement[]> => {
  const { rows } = await db.query<StatementRow>(
    `select ${STATEMENT} from ${STATEMENTS}
    where ($7::int is null or statement.partner_id = $7)
      and ($1::text is null or statement.owner = $1)
      and ($2::text is null or statement.status = $2)
      and ($3::date is null or statement.period_until >= $3)
      and ($4::date is null or statement.period_from <= $4)
      and ($5::uuid is null or statement.statement_id < $5)
      and (not $8 or statement.closed_at is not null)
    order by statement.statement_id desc
    limit $6`,
    [of?.owner ?? null, status, from, to, beforeId, limit, of?.partnerId ?? null, isClosed],
  )
  return rows.map(statementOf)
}

type StatementRow = {
  statement_id: string
  partner_id: number
  owner: string
  period_from: string
  period_until: string
  status: StatementStatus
  number: string | null
  credit_note_number: string | null
  currency: 'DZD'
  figures: Figures | null
  fees: StatementFee[]
  paid: Centimes
  last_paid_at: Date | null
  opened_at: Date
  closed_by: string | null
  closed_at: Date | null
  approved_by: string | null
  approved_at: Date | null
}

const STATEMENT = `
  statement.statement_id, statement.partner_id, statement.owner, statement.period_from::text,
  statement.period_until::text, statement.status,
  statement_number(statement.owner, statement.year, statement.number, '') as number,
  statement_number(statement.owner, statement.year, statement.credit_note_number, 'C')
    as credit_note_number, statement.currency, statement.opened_at, statement.closed_by,
  statement.closed_at, statement.approved_by, statement.approved_at,
  case when statement.closed_at is not null then json_build_object(
    'lines', lines, 'payments', payments, 'gross', gross, 'refunds', refunds, 'fees', statement.fees,
    'feesBack', fees_back, 'vat', vat, 'vatBack', vat_back, 'adjustments', adjustments,
    'carriedForward', carried_forward, 'net', net
  ) end as figures,
  coalesce(charged.fees, '[]') as fees, paid.amount as paid, paid.last_paid_at`

const STATEMENTS = `
  statements statement
  cross join lateral (
    select json_agg(json_build_object(
      'channelKind', channel_kind, 'vatBasisPoints', vat_basis_points, 'payments', fee.payments,
      'fee', fee.fee, 'feeBack', fee.fee_back
    ) order by line) as fees
    from statement_fees fee
    where fee.partner_id = statement.partner_id and fee.statement_id = statement.statement_id
  ) as charged
  cross join lateral (
    select coalesce(sum(payout.amount), 0)::bigint as amount, max(paid_at) as last_paid_at
    from payouts payout
    where payout.partner_id = statement.partner_id
      and payout.statement_id = statement.statement_id and payout.status = 'paid'
  ) as paid`

const statementOf = (row: StatementRow): Statement => ({
  statementId: row.statement_id,
  partnerId: row.partner_id,
  owner: row.owner,
  number: row.number,
  creditNoteNumber: row.credit_note_number,
  from: row.period_from,
  until: row.period_until,
  status: row.status,
  currency: row.currency,
  figures: row.figures,
  fees: row.fees,
  paid: row.paid,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  closedBy: row.closed_by,
  approvedAt: row.approved_at,
  approvedBy: row.approved_by,
  paidAt:
    row.figures !== null && row.figures.net > 0 && row.paid === row.figures.net
      ? row.last_paid_at
      : null,
})
