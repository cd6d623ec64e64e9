import { dinarsFromCentimes, type Adjustment } from '@wasl/protocol'
import {
  decideAdjustment,
  listAdjustments,
  proposeAdjustment,
} from '../../money/adjustments/adjust.ts'
import type { AdjustmentRow } from '../../money/adjustments/adjustment.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Transfers by hand, made by two people (W104). */
export const adjustments = ({ db }: RouteDeps): OperatorHandlers<'adjustments'> => ({
  async proposeAdjustment({ body, caller }, refuse) {
    const asked = { ...body, amount: centimesOf(body.amount) }
    const row = await proposeAdjustment(db.pool, asked, caller.actor)
    if (row === null) throw refuse('ADJUSTMENT409_PAIR_NOT_ALLOWED')
    return adjustmentBody(row)
  },

  async listAdjustments({ query: { limit, cursor } }) {
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listAdjustments(db.operatorLists, page)
    return pageOf(rows, limit, { idOf: (row) => row.adjustment_id, toItem: adjustmentBody })
  },

  async approveAdjustment({ params, caller }, refuse) {
    const id = params.adjustmentId.toLowerCase()
    const result = await decideAdjustment(db.pool, partnerIn(id), id, 'approved', caller.actor)
    if (!result.ok) throw refuse(result.code)
    return adjustmentBody(result.adjustment)
  },

  async declineAdjustment({ params, caller }, refuse) {
    const id = params.adjustmentId.toLowerCase()
    const result = await decideAdjustment(db.pool, partnerIn(id), id, 'declined', caller.actor)
    if (!result.ok) {
      if (result.code === 'APPROVAL409_SAME_PERSON') throw new Error('anyone may decline')
      throw refuse(result.code)
    }
    return adjustmentBody(result.adjustment)
  },
})

const partnerIn = (id: string): number => partnerOfId(id) ?? NO_PARTNER

const adjustmentBody = (row: AdjustmentRow): Adjustment => ({
  adjustmentId: row.adjustment_id,
  status: row.status,
  debit: { kind: row.debit_kind, owner: row.debit_owner },
  credit: { kind: row.credit_kind, owner: row.credit_owner },
  amount: dinarsFromCentimes(row.amount),
  currency: row.currency,
  reason: row.reason,
  madeBy: row.made_by,
  madeAt: row.made_at.toISOString(),
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
})
