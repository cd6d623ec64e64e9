import { formatSum, type Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { isCounted } from '../../cells/counted.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { csvField } from '../documents/csv-field.ts'

type FileRow = {
  payoutId: string
  accountHolder: string
  rib: string
  amount: Centimes
  currency: string
  statementNumber: string
}

const HEADER = ['payout', 'account_holder', 'rib', 'amount', 'currency', 'statement']

/**
 * The payout file of a batch: CSV (RFC 4180) in UTF-8, without a byte order mark. Null when there is no
 * such batch. Its payouts may be of several cells: each was instructed in its own. A channel has no bank
 * account here: its line has its name and an empty RIB.
 */
export const payoutFile = async (cells: EveryCell, batchId: string): Promise<string | null> => {
  const parts = await cells.read(({ operatorLists }, leftOut) =>
    payoutsOf(operatorLists, batchId, leftOut),
  )
  // Ids sort in the database as their texts do.
  const rows = parts.flat().toSorted((one, other) => (one.payoutId < other.payoutId ? -1 : 1))
  if (rows.length === 0) return null
  const lines = rows.map((row) => [
    row.payoutId,
    row.accountHolder,
    row.rib,
    formatSum(row.amount),
    row.currency,
    row.statementNumber,
  ])
  return [HEADER, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('')
}

const payoutsOf = async (
  db: pg.Pool,
  batchId: string,
  leftOut: readonly number[],
): Promise<FileRow[]> => {
  const { rows } = await db.query<FileRow>(
    `select payout.payout_id as "payoutId",
      coalesce(account.account_holder, channel.name, statement.owner) as "accountHolder",
      coalesce(account.rib, '') as rib, payout.amount, payout.currency,
      statement_number(statement.owner, statement.year, statement.number, '') as "statementNumber"
    from payouts payout
    join statements statement using (partner_id, statement_id)
    left join partner_account_changes account
      on account.partner_id = payout.partner_id and account.change_id = payout.account_change_id
    left join channels channel on 'chn_' || channel.channel_id = statement.owner
    where payout.batch_id = $1 and ${isCounted('payout.partner_id', leftOut)}`,
    [batchId],
  )
  return rows
}
