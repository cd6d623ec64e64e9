import type { AuditEntry } from '@wasl/protocol'
import { WHOLE_PLATFORM } from '../../base/audit/append.ts'
import type { AuditRow } from '../../base/audit/list.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

/** An entry of the audit log. */
export const auditBody = (row: AuditRow): AuditEntry => ({
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
