import type pg from 'pg'

export type AuditRow = {
  partner_id: number
  audit_id: string
  at: Date
  actor_id: string | null
  actor: string
  action: string
  subject: string
  request_id: string | null
  details: Record<string, unknown>
}

/** What an entry must have, by its own index each; null for whatever it has. */
export type AuditFilter = {
  subject: string | null
  actor: string | null
  action?: string | null
  since?: Date | null
  before?: Date | null
}

/** The audit log, the newest entry first, from the entry before `beforeId` on. */
export const listAudit = async (
  pool: pg.Pool,
  { subject, actor, action = null, since = null, before = null }: AuditFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<AuditRow[]> => {
  const { rows } = await pool.query<AuditRow>(
    `select partner_id, audit_id, at, actor_id, actor, action, subject, request_id, details
    from audit_log
    where ($1::uuid is null or audit_id < $1)
      and ($3::text is null or subject = $3)
      and ($4::text is null or actor = $4 or actor_id = $4)
      and ($5::text is null or action = $5)
      and ($6::timestamptz is null or at >= $6)
      and ($7::timestamptz is null or at < $7)
    order by audit_id desc
    limit $2`,
    [beforeId, limit, subject, actor, action, since, before],
  )
  return rows
}
