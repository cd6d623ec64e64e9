import type pg from 'pg'
import { CODE_COLUMNS, type QrCodeRow } from './code-row.ts'
import { partnerOfQrToken } from './token.ts'

/**
 * Locks a code against payments and other changes until the transaction ends; null when no code has
 * this token. What the transaction reads of the code afterwards does not change.
 */
export const holdQrCode = async (tx: pg.ClientBase, token: string): Promise<QrCodeRow | null> => {
  const partnerId = partnerOfQrToken(token)
  if (partnerId === null) return null
  const { rows } = await tx.query<QrCodeRow>(
    `select ${CODE_COLUMNS} from qr_codes where partner_id = $1 and token = $2 for update`,
    [partnerId, token],
  )
  return rows[0] ?? null
}
