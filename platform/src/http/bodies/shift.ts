import {
  dinarsFromCentimes,
  dinarsFromSum,
  type ShiftCount,
  type ShiftRecord,
} from '@wasl/protocol'
import type { CountRow, ShiftWithCount } from '../../money/cash/shifts/shift.ts'
import { agentWireId, channelWireId } from '../../base/wire-ids.ts'

export const shiftBody = (shift: ShiftWithCount): ShiftRecord => ({
  shiftId: shift.shift_id,
  channelId: channelWireId(shift.channel_id),
  agentId: agentWireId(shift.agent_id),
  status: shift.status,
  float: dinarsFromSum(shift.float),
  openedAt: shift.opened_at.toISOString(),
  countingAt: shift.counting_at?.toISOString() ?? null,
  countedAt: shift.counted_at?.toISOString() ?? null,
  reviewedAt: shift.reviewed_at?.toISOString() ?? null,
  closedAt: shift.closed_at?.toISOString() ?? null,
  count: shift.count && countBody(shift.count),
})

const countBody = (count: CountRow): ShiftCount => ({
  counted: dinarsFromSum(count.counted),
  expected: dinarsFromSum(count.expected),
  difference: dinarsFromSum(count.counted - count.expected),
  denominations: count.denominations as ShiftCount['denominations'],
  openPayments: count.open_locks.map(({ paymentId, amount }) => ({
    paymentId,
    amount: dinarsFromCentimes(amount),
  })),
  varianceId: count.variance_id,
})
