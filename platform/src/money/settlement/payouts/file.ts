import { formatSum, type Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { isCounted } from '../../../cells/counted.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { csvField } from '../documents/csv-field.ts'

/** What the bank is asked to pay. */
export type FileLine = {
  payoutId: string
  accountHolder: string
  /** Empty for a channel, which has no bank account here. */
  rib: string
  amount: Centimes
  currency: string
  statementNumber: string
}

const HEADER = ['payout', 'account_holder', 'rib', 'amount', 'currency', 'statement']

/** What all lines say of their file: a row with the total could be taken for one more transfer. */
const OF_THE_FILE = ['batch', 'count', 'total']

/**
 * The payout file of a batch: CSV (RFC 4180) in UTF-8, without a byte order mark. A channel's line has its
 * name and an empty RIB. Each line says how many there are and what they add up to (D36).
 */
export const csvOf = (batchId: string, lines: readonly FileLine[]): string => {
  const total = formatSum(lines.reduce((sum, { amount }) => sum + amount, 0))
  const ofTheFile = [batchId, String(lines.length), total]
  return [
    [...HEADER, ...OF_THE_FILE],
    ...lines.map((line) => [
      line.payoutId,
      line.accountHolder,
      line.rib,
      formatSum(line.amount),
      line.currency,
      line.statementNumber,
      ...ofTheFile,
    ]),
  ]
    .map((cells) => `${cells.map(csvField).join(',')}\r\n`)
    .join('')
}

/**
 * The payouts of a batch that are still to be paid: what is paid or returned is not asked for again. They
 * may be of several cells: each was instructed in its own.
 */
export const readFileLines = async (cells: EveryCell, batchId: string): Promise<FileLine[]> => {
  const parts = await cells.read(({ operatorLists }, leftOut) =>
    linesOf(operatorLists, batchId, leftOut),
  )
  // Ids sort in the database as their texts do.
  return parts.flat().toSorted((one, other) => (one.payoutId < other.payoutId ? -1 : 1))
}

const linesOf = async (
  db: pg.Pool,
  batchId: string,
  leftOut: readonly number[],
): Promise<FileLine[]> => {
  const { rows } = await db.query<FileLine>(
    `select payout.payout_id as "payoutId",
      coalesce(account.account_holder, channel.name, statement.owner) as "accountHolder",
      coalesce(account.rib, '') as rib, payout.amount, payout.currency,
      statement_number(statement.owner, statement.year, statement.number, '') as "statementNumber"
    from payouts payout
    join statements statement using (partner_id, statement_id)
    left join partner_account_changes account
      on account.partner_id = payout.partner_id and account.change_id = payout.account_change_id
    left join channels channel on 'chn_' || channel.channel_id = statement.owner
    where payout.batch_id = $1 and payout.status = 'instructed'
      and ${isCounted('payout.partner_id', leftOut)}`,
    [batchId],
  )
  return rows
}
