import type { AuditEntry } from '@wasl/protocol'
import { WHOLE_PLATFORM } from '../../audit/append.ts'
import { listAudit, type AuditRow } from '../../audit/list.ts'
import { partnerWireId } from '../../wire-ids.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The audit log: who did what through this API. */
export const auditLog = ({ db }: RouteDeps): OperatorHandlers<'auditLog'> => ({
  async listAuditLog({ query }) {
    const { limit, subject = null, actor = null } = query
    const beforeId = readCursor(query.cursor, readUuid)
    const rows = await listAudit(
      db.operatorLists,
      { subject, actor },
      { limit: limit + 1, beforeId },
    )
    return pageOf(rows, limit, { idOf: (row) => row.audit_id, toItem: auditBody })
  },
})

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
