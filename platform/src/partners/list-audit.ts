import type pg from 'pg'

export type AuditRow = {
  partner_id: number
  audit_id: string
  at: Date
  actor: string
  action: string
  subject: string
  request_id: string | null
  details: Record<string, unknown>
}

/** The audit log, the newest entry first, from the entry before `beforeId` on. */
export const listAudit = async (
  pool: pg.Pool,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<AuditRow[]> => {
  const { rows } = await pool.query<AuditRow>(
    `select partner_id, audit_id, at, actor, action, subject, request_id, details
    from audit_log
    where $1::uuid is null or audit_id < $1
    order by audit_id desc
    limit $2`,
    [beforeId, limit],
  )
  return rows
}
