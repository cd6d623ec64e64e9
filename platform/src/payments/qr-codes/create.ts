import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { CODE_COLUMNS, type QrCodeRow } from './code-row.ts'
import { insertConfiguration } from './store-configuration.ts'
import { newQrToken } from './token.ts'

/** A partner sets the amounts of a static code. A dynamic code is made with its one amount. */
export type NewQrCode = { partnerId: number; label: string } & (
  | { kind: 'static' }
  | { kind: 'dynamic'; amount: Centimes }
)

/** Makes a QR code (D22); null when the partner does not exist. */
export const createQrCode = (
  pool: pg.Pool,
  code: NewQrCode,
  by: Actor,
  setBy = `operator ${by.name}`,
): Promise<QrCodeRow | null> =>
  withTransaction(pool, async (tx) => {
    const { partnerId, label, kind } = code
    const { rows } = await tx.query<QrCodeRow>(
      `insert into qr_codes (partner_id, token, kind, label)
      select partner_id, $2, $3, $4 from partners where partner_id = $1
      returning ${CODE_COLUMNS}`,
      [partnerId, newQrToken(partnerId), kind, label],
    )
    const [row] = rows
    if (row === undefined) return null
    if (code.kind === 'dynamic') {
      const wanted = { kind: 'SINGLE_USE', amounts: [code.amount], expiresAt: null } as const
      await insertConfiguration(tx, row, {
        ...wanted,
        setAt: row.created_at,
        setBy,
      })
    }
    await appendAudit(tx, by, {
      partnerId,
      action: 'qr-code.create',
      subject: row.token,
      details: { label, kind, ...(code.kind === 'dynamic' && { amountCentimes: code.amount }) },
    })
    return row
  })
