import type pg from 'pg'
import { CODE_COLUMNS, type QrCodeRow } from './code-row.ts'
import { partnerOfQrToken } from './token.ts'

/** The code with this token, or null. */
export const findQrCode = async (
  client: pg.ClientBase | pg.Pool,
  token: string,
): Promise<QrCodeRow | null> => {
  const partnerId = partnerOfQrToken(token)
  if (partnerId === null) return null
  const { rows } = await client.query<QrCodeRow>(
    `select ${CODE_COLUMNS} from qr_codes where partner_id = $1 and token = $2`,
    [partnerId, token],
  )
  return rows[0] ?? null
}

/** The last code of an earlier page. */
export type QrCodePosition = { createdAt: Date; token: string }

/** A partner's codes, the newest first, starting after `after`. */
export const listQrCodes = async (
  pool: pg.Pool,
  partnerId: number,
  { limit, after }: { limit: number; after: QrCodePosition | null },
): Promise<QrCodeRow[]> => {
  const { rows } = await pool.query<QrCodeRow>(
    `select ${CODE_COLUMNS}
    from qr_codes
    where partner_id = $1
      and ($2::timestamptz is null or (created_at, token) < ($2, $3))
    order by created_at desc, token desc
    limit $4`,
    [partnerId, after?.createdAt ?? null, after?.token ?? null, limit],
  )
  return rows
}
