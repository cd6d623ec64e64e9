import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { BankAccount } from '../../../ledger/account.ts'
import { REMITTANCE_COLUMNS, type RemittanceRow } from './remittance.ts'

export type Confirmation = {
  banked: Centimes
  netted: Centimes
  account: BankAccount
  /** The person who confirms it. */
  by: string
}

/**
 * The only statement that changes the status of a remittance: it is confirmed, or cancelled when there
 * is no confirmation. Null when it is not `announced` any more. The caller moves the money in the same
 * transaction.
 */
export const endRemittance = async (
  tx: pg.ClientBase,
  remittanceId: string,
  confirmation: Confirmation | null,
): Promise<RemittanceRow | null> => {
  const { rows } = await tx.query<RemittanceRow>(
    `update remittances
    set status = $2, banked = $3, netted_then = $4, account = $5, confirmed_by = $6,
      ended_at = wasl_now()
    where remittance_id = $1 and status = 'announced'
    returning ${REMITTANCE_COLUMNS}`,
    [
      remittanceId,
      confirmation === null ? 'cancelled' : 'confirmed',
      confirmation?.banked ?? null,
      confirmation?.netted ?? null,
      confirmation?.account ?? null,
      confirmation?.by ?? null,
    ],
  )
  return rows[0] ?? null
}
