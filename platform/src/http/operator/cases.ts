import { findCase, listCases } from '../../money/cash/cases/find.ts'
import { readNarrowed } from '../../money/cash/narrowed.ts'
import { resolveCase, type Resolution } from '../../money/cash/cases/resolve.ts'
import { channelNumber, partnerNumber } from '../../base/wire-ids.ts'
import { caseBody } from '../bodies/case.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Cash whose payer has no payment, in all channels (D30). */
export const cases = ({ db, cashCells }: RouteDeps): OperatorHandlers<'cases'> => ({
  async listAllCases({ query }) {
    const { limit, cursor, channelId, partnerId, status = null } = query
    const filter = {
      channelId: channelId === undefined ? null : channelNumber(channelId),
      partnerId: partnerId === undefined ? null : partnerNumber(partnerId),
      status,
      agent: query.agentId ?? null,
      narrowed: await readNarrowed(db.operatorLists, query),
    }
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listCases(db.operatorLists, filter, page)
    return pageOf(rows, limit, { idOf: (row) => row.case_id, toItem: caseBody })
  },

  async readAnyCase({ params }, refuse) {
    const caseId = uuidIn(params.caseId)
    const found = caseId && (await findCase(db.operatorLists, { channelId: null, caseId }))
    if (!found) throw refuse('CASE404_NOT_FOUND')
    return caseBody(found)
  },

  async resolveCase({ params, body, caller: { actor } }, refuse) {
    const caseId = uuidIn(params.caseId)
    if (caseId === null) throw refuse('CASE404_NOT_FOUND')
    const result = await resolveCase(db.pool, caseId, resolutionOf(body), actor, cashCells)
    if (!result.ok) throw refuse(result.code)
    return caseBody(result.case)
  },
})

/** The schema has accepted exactly one of the two. */
const resolutionOf = ({
  confirmedBy,
  givenBackBy,
}: {
  confirmedBy?: string | undefined
  givenBackBy?: string | undefined
}): Resolution => {
  if (confirmedBy !== undefined) return { confirmedBy: confirmedBy.toLowerCase() }
  return { givenBackBy: givenBackBy as string }
}
