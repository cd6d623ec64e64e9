import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { recordWarning } from '../../parties/partners/record-warning.ts'
import type { ClaimedEcho } from './claim.ts'
import { POSTPONED_MS, warningOf, type EchoStep } from './echo.ts'

/** The kind of the partner's warnings about echoes. */
const WARNING_KIND = 'echo'

type EchoKey = Pick<ClaimedEcho, 'partner_id' | 'payment_id' | 'reference' | 'lookups'>

/**
 * Makes the transition after a lookup, and adds or removes the partner's warning. The one setter of
 * the state. A lookup whose lease has lapsed changes nothing once another one has begun.
 */
export const recordEcho = (
  pool: pg.Pool,
  { partner_id, payment_id, reference, lookups }: EchoKey,
  { state, nextLookupMs }: EchoStep,
  clause: string | null,
): Promise<boolean> =>
  withTransaction(pool, async (tx) => {
    const values = [partner_id, payment_id, lookups, state, nextLookupMs, clause]
    const { rows } = await tx.query<{ was_warned: boolean; is_warned: boolean }>(RECORD, values)
    const [recorded] = rows
    if (recorded === undefined) return false
    if (recorded.is_warned && !recorded.was_warned) {
      const message = warningOf(clause ?? '')
      await recordWarning(tx, partner_id, { kind: WARNING_KIND, reference, message })
    }
    if (recorded.was_warned && !recorded.is_warned) {
      await tx.query(REMOVE_WARNING, [partner_id, WARNING_KIND, reference])
    }
    return true
  })

const RECORD = `
  with before as (
    select partner_id, payment_id, is_warned
    from payment_echoes
    where partner_id = $1 and payment_id = $2::uuid and lookups = $3::int
      and state in ('due', 'unbooked')
    for update
  )
  update payment_echoes echo
  set state = $4::text,
    due_at = wasl_now() + make_interval(secs => $5::bigint / 1000.0),
    looked_up_at = case when $6::text is null then echo.looked_up_at else wasl_now() end,
    answer = coalesce($6::text, echo.answer),
    is_warned = $4::text = 'unbooked' or ($4::text in ('due', 'unanswered') and echo.is_warned)
  from before
  where echo.partner_id = before.partner_id and echo.payment_id = before.payment_id
  returning before.is_warned as was_warned, echo.is_warned`

const REMOVE_WARNING = `
  delete from partner_warnings
  where partner_id = $1 and kind = $2 and reference = $3`

/** Nothing was sent: the lookup does not count, and is due again soon. */
export const postponeEcho = async (
  pool: pg.Pool,
  { partner_id, payment_id, lookups }: EchoKey,
): Promise<void> => {
  await pool.query(POSTPONE, [partner_id, payment_id, lookups, POSTPONED_MS])
}

const POSTPONE = `
  update payment_echoes
  set lookups = lookups - 1, due_at = wasl_now() + make_interval(secs => $4::int / 1000.0)
  where partner_id = $1 and payment_id = $2::uuid and lookups = $3::int
    and state in ('due', 'unbooked')`
