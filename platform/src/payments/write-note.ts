import type pg from 'pg'
import { appendAudit, type Actor } from '../base/audit/append.ts'
import { withTransaction } from '../base/database/with-transaction.ts'
import { partnerOfId } from '../base/wire-ids.ts'

/** More would be a diary, and every reader of the payment loads them all. */
const NOTES_MAX = 200

export type WrittenNote = { noteId: string; at: Date }

/**
 * Writes a note beside a payment (W142). The audit log says that it was written, and not what it says,
 * because the log cannot forget.
 */
export const writeNote = async (
  pool: pg.Pool,
  { paymentId, text, by }: { paymentId: string; text: string; by: Actor & { id: string } },
): Promise<WrittenNote | 'no payment' | 'too many'> => {
  const partnerId = partnerOfId(paymentId)
  if (partnerId === null) return 'no payment'
  return withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ notes: number }>(
      `select (
        select count(*)::int from payment_notes where partner_id = $1 and payment_id = $2
      ) as notes
      from payments
      where partner_id = $1 and payment_id = $2`,
      [partnerId, paymentId],
    )
    const [payment] = rows
    if (payment === undefined) return 'no payment'
    if (payment.notes >= NOTES_MAX) return 'too many'
    const written = await tx.query<WrittenNote>(
      `insert into payment_notes (partner_id, payment_id, note_id, text, written_by, writer, at)
      values ($1, $2, new_id($1), $3, $4, $5, wasl_now())
      returning note_id as "noteId", at`,
      [partnerId, paymentId, text, by.id, by.name],
    )
    const [note] = written.rows
    if (note === undefined) throw new Error('the note was not written')
    const { noteId } = note
    const entry = { action: 'payment.note', subject: paymentId, details: { noteId } }
    await appendAudit(tx, by, { partnerId, ...entry })
    return note
  })
}
