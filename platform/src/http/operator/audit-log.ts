import { readLocalPeriod } from '../../payments/local-period.ts'
import { listAudit } from '../../base/audit/list.ts'
import { listSeals, placeOfSeal, readPlaceOfSeal } from '../../operations/audit-seals/list-seals.ts'
import { auditBody } from '../bodies/audit-entry.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The audit log: who did what through this API. */
export const auditLog = ({ db }: RouteDeps): OperatorHandlers<'auditLog'> => ({
  async listAuditLog({ query }) {
    const { limit, subject = null, actor = null, action = null } = query
    const period = await readLocalPeriod(db.operatorLists, query)
    const beforeId = readCursor(query.cursor, readUuid)
    const rows = await listAudit(
      db.operatorLists,
      { subject, actor, action, ...period },
      { limit: limit + 1, beforeId },
    )
    return pageOf(rows, limit, { idOf: (row) => row.audit_id, toItem: auditBody })
  },

  async listAuditSeals({ query: { limit, cursor } }) {
    const before = readCursor(cursor, readPlaceOfSeal)
    const rows = await listSeals(db.operatorLists, before, limit + 1)
    return pageOf(rows, limit, {
      idOf: ({ number, cell }) => placeOfSeal(number, cell),
      toItem: (row) => ({ ...row, sealedAt: row.sealedAt.toISOString() }),
    })
  },
})
