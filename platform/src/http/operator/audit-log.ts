import { type AuditEntry } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { WHOLE_PLATFORM } from '../../audit/append.ts'
import { partnerWireId } from '../../wire-ids.ts'
import { listAudit, type AuditRow } from '../../audit/list.ts'
import { validate } from '../server/validate.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { RouteDeps } from './operator-deps.ts'

const auditQuery = OPERATIONS.operator.auditLog.listAuditLog.query

/** Who did what through this API. */
export const auditLogRoutes = (app: FastifyInstance, { db }: RouteDeps): void => {
  app.get('/operator/v1/audit-log', async (request) => {
    const query = validate(auditQuery, request.query)
    const { limit, subject = null, actor = null } = query
    const beforeId = readCursor(query.cursor, readUuid)
    const rows = await listAudit(
      db.operatorLists,
      { subject, actor },
      { limit: limit + 1, beforeId },
    )
    return pageOf(rows, limit, { idOf: (row) => row.audit_id, toItem: auditBody })
  })
}

const auditBody = (row: AuditRow): AuditEntry => ({
  auditId: row.audit_id,
  at: row.at.toISOString(),
  actorId: row.actor_id,
  actor: row.actor,
  action: row.action,
  partnerId: row.partner_id === WHOLE_PLATFORM ? null : partnerWireId(row.partner_id),
  subject: row.subject,
  requestId: row.request_id,
  details: row.details,
})
