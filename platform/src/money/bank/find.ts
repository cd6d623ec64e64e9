import type { BankLineStatus } from '@wasl/protocol'
import type pg from 'pg'
import type { BankAccount } from '../../ledger/account.ts'
import { LINE_COLUMNS, type BankLineRow } from './line.ts'

export const findBankLine = async (
  db: pg.ClientBase | pg.Pool,
  bankLineId: string,
): Promise<BankLineRow | null> => {
  const { rows } = await db.query<BankLineRow>(
    `select ${LINE_COLUMNS} from bank_lines where bank_line_id = $1`,
    [bankLineId],
  )
  return rows[0] ?? null
}

export type BankLineFilter = {
  status: BankLineStatus | null
  account: BankAccount | null
  /** Inclusive dates of booking, as `YYYY-MM-DD`. */
  from: string | null
  to: string | null
}

/** Lines, the newest import first. */
export const listBankLines = async (
  pool: pg.Pool,
  { status, account, from, to }: BankLineFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<BankLineRow[]> => {
  const { rows } = await pool.query<BankLineRow>(
    `select ${LINE_COLUMNS}
    from bank_lines
    where ($1::text is null or status = $1)
      and ($2::text is null or account = $2)
      and ($3::date is null or booked_on >= $3)
      and ($4::date is null or booked_on <= $4)
      and ($5::uuid is null or bank_line_id < $5)
    order by bank_line_id desc
    limit $6`,
    [status, account, from, to, beforeId, limit],
  )
  return rows
}
