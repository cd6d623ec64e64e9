import type { EchoRecord } from '@wasl/protocol'
import { listEchoes, type EchoRow } from '../../delivery/echoes/list.ts'
import { partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Acknowledged payments that were looked up again (W126). */
export const echoes = ({ db }: RouteDeps): OperatorHandlers<'echoes'> => ({
  async listEchoes({ query }) {
    const { limit, state = null } = query
    const partnerId = query.partnerId === undefined ? null : partnerNumber(query.partnerId)
    const beforeId = readCursor(query.cursor, readUuid)
    const page = { limit: limit + 1, beforeId }
    const rows = await listEchoes(db.operatorLists, { partnerId, state }, page)
    return pageOf(rows, limit, { idOf: (row) => row.payment_id, toItem: echoBody })
  },
})

const echoBody = (row: EchoRow): EchoRecord => ({
  partnerId: partnerWireId(row.partner_id),
  paymentId: row.payment_id,
  reference: row.reference,
  state: row.state,
  acknowledgedAt: row.acknowledged_at.toISOString(),
  lookedUpAt: row.looked_up_at?.toISOString() ?? null,
  nextLookupAt: row.due_at?.toISOString() ?? null,
  answer: row.answer,
})
