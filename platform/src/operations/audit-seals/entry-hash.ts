/** The bytes of an entry that its hash covers, the same from the database and from an export. */
import { hash } from 'node:crypto'

export type AuditEntry = {
  partnerId: number
  auditId: string
  /** UTC with microseconds, such as 2026-11-27T13:00:00.000001Z. */
  at: string
  actorId: string | null
  actor: string
  action: string
  subject: string
  requestId: string | null
  details: unknown
}

/** The hash before the first place. */
export const GENESIS: Buffer = Buffer.alloc(32)

export const entryHash = (entry: AuditEntry): Buffer =>
  hash('sha256', JSON.stringify(fieldsOf(entry)), 'buffer')

export const placeHash = (previous: Uint8Array, ofEntry: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([previous, ofEntry]), 'buffer')

const fieldsOf = (entry: AuditEntry): unknown[] => [
  entry.partnerId,
  entry.auditId,
  entry.at,
  entry.actorId,
  entry.actor,
  entry.action,
  entry.subject,
  entry.requestId,
  inOrder(entry.details),
]

/** Members by name: jsonb and a parser have orders of their own. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, inOrder(member)])
}

/** The columns of an entry in this form, of the table `log`. */
export const ENTRY_COLUMNS = `
  log.partner_id as "partnerId", log.audit_id as "auditId",
  to_char(log.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  log.actor_id as "actorId", log.actor, log.action, log.subject, log.request_id as "requestId",
  log.details`

type ArchivedRow = {
  partner_id: number
  audit_id: string
  at: string
  actor_id: string | null
  actor: string
  action: string
  subject: string
  request_id: string | null
  details: unknown
}

/** The entry in a line of an archived month (`retention/export-table.ts`). */
export const entryOfLine = (line: string): AuditEntry => {
  const row = JSON.parse(line) as ArchivedRow
  return {
    partnerId: row.partner_id,
    auditId: row.audit_id,
    at: inUtc(row.at),
    actorId: row.actor_id,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    requestId: row.request_id,
    details: row.details,
  }
}

/** PostgreSQL writes a time of JSON in the zone of the session, without zeros at its end. */
const inUtc = (text: string): string => {
  const [, seconds, fraction = '', zone] =
    /^(.{19})(?:\.(\d{1,6}))?([+-]\d\d:\d\d|Z)$/.exec(text) ?? []
  if (seconds === undefined || zone === undefined) {
    throw new Error(`expected a time with its zone in the archive, received ${text}`)
  }
  const whole = new Date(`${seconds}${zone}`).toISOString().slice(0, 19)
  return `${whole}.${fraction.padEnd(6, '0')}Z`
}
