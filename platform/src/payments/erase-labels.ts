import type pg from 'pg'
import { appendAudit, type Actor } from '../base/audit/append.ts'
import { withTransaction } from '../base/database/with-transaction.ts'

export type ErasureRequest = {
  partnerId: number
  reference: string
  /** Why, for the audit log: who asked, or which file. Never what was erased. */
  reason: string
  by: Actor
}

/**
 * Erases what the partner's lookup said to the payer (`details` and `amount_detail`), and what operators
 * noted, or wrote down of calls, from all payments of a reference, with an entry in the audit log for each. Amount, reference and history stay: they are the
 * books. Events and transitions have no labels.
 *
 * @returns the payments that had labels or notes; none when they were before.
 */
export const eraseLabels = (
  pool: pg.Pool,
  { partnerId, reference, reason, by }: ErasureRequest,
): Promise<string[]> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ payment_id: string }>(ERASE_LABELS, [partnerId, reference])
    for (const { payment_id } of rows) {
      const entry = { action: 'payment.erase-labels', subject: payment_id, details: { reason } }
      await appendAudit(tx, by, { partnerId, ...entry })
    }
    return rows.map(({ payment_id }) => payment_id)
  })

/** From the newest payment of the reference, each leads to the one before it. */
const ERASE_LABELS = `
with recursive found as (
  select payment.partner_id, payment.payment_id, payment.previous_payment_id
  from live_references live
  join payments payment using (partner_id, payment_id)
  where live.partner_id = $1 and live.reference = $2
  union all
  select earlier.partner_id, earlier.payment_id, earlier.previous_payment_id
  from found
  join payments earlier
    on earlier.partner_id = found.partner_id and earlier.payment_id = found.previous_payment_id
)
, notes as (
  update payment_notes
  set text = null
  from found
  where payment_notes.partner_id = found.partner_id
    and payment_notes.payment_id = found.payment_id
    and payment_notes.text is not null
  returning payment_notes.payment_id
), called as (
  update follow_ups
  set words = null, caller = null
  from found
  where follow_ups.partner_id = found.partner_id
    and follow_ups.payment_id = found.payment_id
    and (follow_ups.words is not null or follow_ups.caller is not null)
  returning follow_ups.payment_id
), answered as (
  update follow_up_entries entry
  set text = null
  from found
  join follow_ups
    on follow_ups.partner_id = found.partner_id and follow_ups.payment_id = found.payment_id
  where entry.partner_id = follow_ups.partner_id
    and entry.follow_up_id = follow_ups.follow_up_id
    and entry.text is not null
  returning follow_ups.payment_id
), labels as (
  update payments
  set details = '[]', amount_detail = '[]'
  from found
  where payments.partner_id = found.partner_id
    and payments.payment_id = found.payment_id
    and (payments.details::text <> '[]' or payments.amount_detail::text <> '[]')
  returning payments.payment_id
)
select payment_id from labels union select payment_id from notes
union select payment_id from called union select payment_id from answered`
