import type pg from 'pg'
import type { OperatorActor } from '../../base/audit/append.ts'
import { isSamePerson, type Behind } from './persons-behind.ts'

/** What one person makes and another one approves, with the column of its id. */
const TABLES = {
  fee_versions: 'fee_version_id',
  statements: 'statement_id',
  payouts: 'payout_id',
  partner_account_changes: 'change_id',
  adjustments: 'adjustment_id',
} as const

export type Made = {
  table: keyof typeof TABLES
  partnerId: number
  id: string
  /** The name of who made it; null when the platform did. */
  by: string | null
}

/** Whether this actor, or a key of theirs, made what waits for approval (D34). */
export const isOwnWork = async (
  tx: pg.ClientBase,
  { table, partnerId, id, by: name }: Made,
  checker: OperatorActor,
): Promise<boolean> => {
  const { rows } = await tx.query<{ behind: Behind | null }>(
    `select made_behind as behind from ${table} where partner_id = $1 and ${TABLES[table]} = $2`,
    [partnerId, id],
  )
  return isSamePerson({ behind: rows[0]?.behind ?? null, name }, checker)
}
