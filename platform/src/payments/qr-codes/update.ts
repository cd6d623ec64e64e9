import type { QrCodeStatus } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { CODE_COLUMNS, type QrCodeRow } from './code-row.ts'
import { holdQrCode } from './hold.ts'

/** Absent fields stay unchanged. */
export type QrCodePatch = { status?: QrCodeStatus | undefined; label?: string | undefined }

/**
 * Labels, disables or enables a code (D22); null when none has this token. Open payments continue;
 * no new one opens after the answer.
 */
export const updateQrCode = (
  pool: pg.Pool,
  token: string,
  patch: QrCodePatch,
  by: Actor,
): Promise<QrCodeRow | null> =>
  withTransaction(pool, async (tx) => {
    const before = await holdQrCode(tx, token)
    if (before === null) return null
    const to = {
      ...(patch.status !== undefined && patch.status !== before.status && { status: patch.status }),
      ...(patch.label !== undefined && patch.label !== before.label && { label: patch.label }),
    }
    if (Object.keys(to).length === 0) return before
    const { partner_id: partnerId } = before
    const { rows } = await tx.query<QrCodeRow>(
      `update qr_codes
      set status = coalesce($3, status), label = coalesce($4, label), updated_at = wasl_now(),
        revision = revision + case when $3::text is null then 0 else 1 end
      where partner_id = $1 and token = $2
      returning ${CODE_COLUMNS}`,
      [partnerId, token, to.status ?? null, to.label ?? null],
    )
    const from = Object.fromEntries(
      (Object.keys(to) as (keyof typeof to)[]).map((field) => [field, before[field]]),
    )
    await appendAudit(tx, by, {
      partnerId,
      action: 'qr-code.update',
      subject: token,
      details: { from, to },
    })
    return rows[0] ?? null
  })
