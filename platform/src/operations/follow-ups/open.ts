import type pg from 'pg'
import { appendAudit } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { OF_NOBODY, writeEntry, type Owner, type Writer } from './follow-up.ts'

export type NewFollowUp = {
  paymentId: string | null
  partnerId: number | null
  words: string
  caller: string | null
  owner: Owner | null
  dueOn: string
}

/**
 * Opens a follow-up. The audit log says that it was opened, and not what the caller said, because the log
 * cannot forget.
 *
 * @returns its id.
 */
export const openFollowUp = async (
  pool: pg.Pool,
  { paymentId, partnerId: asked, words, caller, owner, dueOn }: NewFollowUp,
  by: Writer,
): Promise<{ followUpId: string } | 'no payment' | 'no partner'> => {
  const partnerId = paymentId === null ? (asked ?? OF_NOBODY) : partnerOfId(paymentId)
  if (partnerId === null || (asked !== null && asked !== partnerId)) return 'no payment'
  return withTransaction(pool, async (tx) => {
    const known = await tx.query<{ partner: boolean; payment: boolean }>(
      `select exists (select from partners where partner_id = $1) as partner,
        exists (select from payments where partner_id = $1 and payment_id = $2) as payment`,
      [partnerId, paymentId],
    )
    if (paymentId !== null && known.rows[0]?.payment !== true) return 'no payment'
    if (partnerId !== OF_NOBODY && known.rows[0]?.partner !== true) return 'no partner'
    const { rows } = await tx.query<{ followUpId: string }>(
      `insert into follow_ups (partner_id, follow_up_id, payment_id, words, caller, owner_id, owner,
        due_on, opened_by, opener, opened_at)
      values ($1, new_id($1), $2, $3, $4, $5, $6, $7, $8, $9, wasl_now())
      returning follow_up_id as "followUpId"`,
      [partnerId, paymentId, words, caller, owner?.id, owner?.name, dueOn, by.id, by.name],
    )
    const { followUpId } = rows[0] as { followUpId: string }
    const of = { partner_id: partnerId, follow_up_id: followUpId }
    await writeEntry(tx, of, { act: 'opened', value: owner?.name ?? null }, by)
    await appendAudit(tx, by, {
      partnerId,
      action: 'follow-up.open',
      subject: followUpId,
      details: { paymentId, ownerId: owner?.id ?? null, dueOn },
    })
    return { followUpId }
  })
}
