/**
 * Settings that decide about money without a person: tolerances, limits, lock times, when money is paid
 * (D34, W180). One person says what they should be, and they change when another one says the same.
 */
import type { SettingOperation, SettingRequestRecord } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { behind, isSamePerson, type Behind } from './persons-behind.ts'
import { tellOwners } from './security-notices.ts'
import { THE_OPERATOR, type Organisation } from './user.ts'

type Fields = Readonly<Record<string, unknown>>

export type SaidSetting = {
  operation: SettingOperation
  /** What is changed, such as `chn_2` or `AGENCY`. */
  subject: string
  /** All fields with their new values, as the operation takes them. */
  patch: Fields
  /** All settings of the subject as they are. */
  before: Fields
  /** Whose owners are told of it. */
  of?: Organisation
  /** Whether who says the same may confirm it; without this, any other person. */
  mayConfirm?: (asked: Behind) => boolean
}

export type SettingConfirmed = 'confirmed' | 'APPROVAL409_SECOND_PERSON' | 'APPROVAL409_SAME_PERSON'

/** Notes what the first person says; who says something else takes the place of what waits. */
export const confirmSetting = (
  pool: pg.Pool,
  { operation, subject, patch, before, of = THE_OPERATOR, mayConfirm = () => true }: SaidSetting,
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
      if (!mayConfirm(open.behind)) return 'APPROVAL409_SECOND_PERSON'
      await end(tx, open.id, by.holder)
      return 'confirmed'
    }
    if (open !== undefined) await end(tx, open.id, null)
    await tx.query(
      `insert into setting_requests
        (request_id, subject, said, asked_by, asked_behind, operation, was)
      values (new_id(0), $1, $2, $3, $4, $5, $6)`,
      [subject, said, by.holder, behind(by), operation, JSON.stringify(wasOf(patch, before))],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'setting.request',
      subject,
      details: patch,
    })
    await tellOwners(tx, of, { kind: 'setting.request', subject, name: subject }, by)
    return 'APPROVAL409_SECOND_PERSON'
  })

type OpenRequest = { id: string; said: string; name: string; behind: string[] }

/** The same text whatever the order of the fields. */
const saidOf = (patch: Fields): string =>
  JSON.stringify(Object.entries(patch).toSorted(([one], [other]) => (one < other ? -1 : 1)))

const wasOf = (patch: Fields, before: Fields): Fields =>
  Object.fromEntries(Object.keys(patch).map((field) => [field, before[field] ?? null]))

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

const STATUS = `case when ended_at is null then 'waiting'
  when confirmed_by is not null then 'confirmed'
  when refused_by is not null then 'refused' else 'replaced' end`

export const SETTING_REQUEST_COLUMNS = `request_id, operation, subject, said, was, ${STATUS} as status,
  asked_by, asked_behind, asked_at, confirmed_by, refused_by, ended_at`

export type SettingRequestRow = {
  request_id: string
  operation: SettingOperation
  subject: string
  /** As `saidOf` wrote it. */
  said: string
  was: Fields
  status: SettingRequestRecord['status']
  asked_by: string
  asked_behind: string[]
  asked_at: Date
  confirmed_by: string | null
  refused_by: string | null
  ended_at: Date | null
}

/** What waits or waited for a second person, the newest first. */
export const listSettingRequests = async (
  pool: pg.Pool,
  status: SettingRequestRecord['status'] | null,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<SettingRequestRow[]> => {
  const { rows } = await pool.query<SettingRequestRow>(
    `select ${SETTING_REQUEST_COLUMNS}
    from setting_requests
    where operation is not null and ($1::text is null or ${STATUS} = $1)
      and ($2::uuid is null or request_id < $2)
    order by request_id desc
    limit $3`,
    [status, beforeId, limit],
  )
  return rows
}
