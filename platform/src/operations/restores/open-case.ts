/** Follow-ups of the kind `restore`, one for each thing that the lost minutes contained (W286). */
import type { Logger } from 'pino'
import type pg from 'pg'
import { appendAudit, THE_PLATFORM } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { OF_NOBODY, writeEntry } from '../follow-ups/follow-up.ts'

export type RestoreCase = {
  partnerId: number
  /** What is one thing: its id, or one that is made from its name. */
  subject: string
  paymentId: string | null
  /** Facts without a sentence, which every reader understands in their own language. */
  words: string
  /** For the audit log. */
  details: Record<string, string>
}

/** Of one partner, or of all that are unknown. More would help nobody, and ids can be made up. */
const CASES_MAX = 1_000

const ENTRIES_MAX = 20

/** Opens it, or adds these words to the one that is there. */
export const openCase = (pool: pg.Pool, one: RestoreCase, log: Logger): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const partner = await tx.query('select from partners where partner_id = $1', [one.partnerId])
    // A partner that was made in the lost minutes is unknown too.
    const owner = partner.rowCount === 1 ? one.partnerId : OF_NOBODY
    const { rows } = await tx.query<{ cases: number }>(
      `select count(*)::int as cases from follow_ups where partner_id = $1 and subject is not null`,
      [owner],
    )
    if ((rows[0]?.cases ?? 0) >= CASES_MAX) {
      log.warn(
        { id: one.subject },
        `a partner has ${CASES_MAX} follow-ups of a restore: no more are opened`,
      )
      return
    }
    await open(tx, owner, one)
  })

const WRITER = { id: THE_PLATFORM.name, name: THE_PLATFORM.name, requestId: null }

const open = async (tx: pg.ClientBase, owner: number, one: RestoreCase): Promise<void> => {
  const { rows } = await tx.query<{ follow_up_id: string }>(
    `insert into follow_ups (partner_id, follow_up_id, kind, payment_id, subject, words, due_on, opened_by,
      opener, opened_at)
    values ($1, new_id($1), 'restore', $2, $3, $4,
      (select (wasl_now() at time zone time_zone)::date from ledger_state), $5, $5, wasl_now())
    on conflict (partner_id, subject) where subject is not null do nothing
    returning follow_up_id`,
    [owner, one.paymentId, one.subject, one.words, THE_PLATFORM.name],
  )
  const [opened] = rows
  if (opened === undefined) {
    await addTo(tx, owner, one)
    return
  }
  const row = { partner_id: owner, follow_up_id: opened.follow_up_id }
  await writeEntry(tx, row, { act: 'opened' }, WRITER)
  await appendAudit(tx, THE_PLATFORM, {
    partnerId: owner,
    action: 'follow-up.open',
    subject: opened.follow_up_id,
    details: one.details,
  })
}

/** Another caller, or another wish, says more about the same thing. */
const addTo = async (
  tx: pg.ClientBase,
  owner: number,
  { subject, words }: RestoreCase,
): Promise<void> => {
  const { rows } = await tx.query<{ partner_id: number; follow_up_id: string }>(
    `select partner_id, follow_up_id from follow_ups
    where partner_id = $1 and subject = $2 and words <> $3
      and not exists (
        select from follow_up_entries entry
        where entry.partner_id = $1 and entry.follow_up_id = follow_ups.follow_up_id and entry.text = $3
      )
      and (
        select count(*) from follow_up_entries entry
        where entry.partner_id = $1 and entry.follow_up_id = follow_ups.follow_up_id
      ) < $4
    for update`,
    [owner, subject, words, ENTRIES_MAX],
  )
  const [row] = rows
  if (row !== undefined) await writeEntry(tx, row, { act: 'noted', text: words }, WRITER)
}
