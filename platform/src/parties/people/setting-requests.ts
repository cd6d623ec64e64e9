/**
 * Settings that decide about money without a person: tolerances, limits, lock times (D34, W180). One
 * person says what they should be, and they change when another one says the same.
 */
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { behind, isSamePerson } from './persons-behind.ts'

export type SaidSetting = {
  /** What is changed, such as `chn_2` or `kind AGENCY`. */
  subject: string
  /** All fields with their new values. */
  patch: Readonly<Record<string, unknown>>
}

export type SettingConfirmed = 'confirmed' | 'APPROVAL409_SECOND_PERSON' | 'APPROVAL409_SAME_PERSON'

/** Notes what the first person says; who says something else takes the place of what waits. */
export const confirmSetting = (
  pool: pg.Pool,
  { subject, patch }: SaidSetting,
  by: OperatorActor,
): Promise<SettingConfirmed> =>
  withTransaction(pool, async (tx) => {
    const said = saidOf(patch)
    // Two first requests for one setting take turns.
    await tx.query(`select pg_advisory_xact_lock(hashtext('setting_requests'), hashtext($1))`, [
      subject,
    ])
    const { rows } = await tx.query<OpenRequest>(
      `select request_id as id, said, asked_by as name, asked_behind as behind
      from setting_requests where subject = $1 and ended_at is null`,
      [subject],
    )
    const [open] = rows
    if (open?.said === said) {
      if (isSamePerson(open, by)) return 'APPROVAL409_SAME_PERSON'
      await end(tx, open.id, by.holder)
      return 'confirmed'
    }
    if (open !== undefined) await end(tx, open.id, null)
    await tx.query(
      `insert into setting_requests (request_id, subject, said, asked_by, asked_behind)
      values (new_id(0), $1, $2, $3, $4)`,
      [subject, said, by.holder, behind(by)],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'setting.request',
      subject,
      details: patch,
    })
    return 'APPROVAL409_SECOND_PERSON'
  })

type OpenRequest = { id: string; said: string; name: string; behind: string[] }

/** The same text whatever the order of the fields. */
const saidOf = (patch: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(patch).toSorted(([one], [other]) => (one < other ? -1 : 1)))

const end = async (
  tx: pg.ClientBase,
  requestId: string,
  confirmedBy: string | null,
): Promise<void> => {
  await tx.query(
    `update setting_requests set ended_at = wasl_now(), confirmed_by = $2 where request_id = $1`,
    [requestId, confirmedBy],
  )
}
