import type pg from 'pg'

/** Who made the change, and in which request. */
export type Actor = {
  /** The wire id of the key or partner that did it; null for a command or a start. */
  id: string | null
  /** The name at that time: names change, and the name of a revoked key can be used again. */
  name: string
  requestId: string | null
}

/** An operator. The holder is how the books name who uses the key, or the user (D29). */
export type OperatorActor = Actor & {
  holder: string
  /**
   * Who stands behind (W180), for `parties/people/persons-behind.ts`. Absent for entries that were
   * stored with only a name: then it means everybody with that name.
   */
  behind?: readonly string[]
}

/** For what the platform does by itself. */
export const THE_PLATFORM: Actor = { id: null, name: 'platform', requestId: null }

/** Who decides a difference of cash that is within the tolerance of the channel. */
export const BY_TOLERANCE = 'tolerance'

/** Partner 0 of the audit log: an entry about the platform as a whole. */
export const WHOLE_PLATFORM = 0

export type NewAuditEntry = {
  /** The partner that the entry is about, or WHOLE_PLATFORM. */
  partnerId: number
  /** Noun and verb, such as `partner.create`. */
  action: string
  /** The wire id of what was changed. */
  subject: string
  /** What changed. Never a key or a secret: many people read the log. */
  details?: Record<string, unknown>
}

/**
 * Appends to the audit log in the transaction of the change, so that no change is without its entry
 * and no entry without its change.
 */
export const appendAudit = async (
  tx: pg.ClientBase | pg.Pool,
  by: Actor,
  { partnerId, action, subject, details = {} }: NewAuditEntry,
): Promise<void> => {
  await tx.query(
    `insert into audit_log
      (partner_id, audit_id, actor_id, actor, action, subject, request_id, details)
    values ($1, new_id($1), $2, $3, $4, $5, $6, $7)`,
    [partnerId, by.id, by.name, action, subject, by.requestId, JSON.stringify(details)],
  )
}
