import { dinarsFromCentimes, dinarsFromSum, type Handover } from '@wasl/protocol'
import { WRONG_CODES_MAX, type HandoverRow } from '../../money/cash/handovers/handover.ts'
import { channelWireId } from '../../base/wire-ids.ts'

/** A handover as operators see it: with its amount. */
export const handoverBody = (row: HandoverRow): Handover => ({
  handoverId: row.handover_id,
  channelId: channelWireId(row.channel_id),
  from: row.from_owner,
  to: row.to_owner,
  status: row.status,
  amount: dinarsFromCentimes(row.amount),
  counted: row.counted === null ? null : dinarsFromCentimes(row.counted),
  difference: row.counted === null ? null : dinarsFromSum(row.counted - row.amount),
  codesLeft: WRONG_CODES_MAX - row.wrong_codes,
  reason: row.reason,
  offeredAt: row.offered_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

/** A handover as its channel sees it: the receiver counts without knowing the amount. */
export const handoverOfChannel = (row: HandoverRow): Handover => ({
  ...handoverBody(row),
  ...(row.status === 'offered' && { amount: null }),
})
