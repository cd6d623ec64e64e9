import type { MatchBankLineRequest, MatchBankLinesRequest } from '@wasl/protocol'
import type { GroupTarget } from '../../money/bank/resolve-group.ts'
import type { Target } from '../../money/bank/resolve-match.ts'
import { partnerNumber } from '../../base/wire-ids.ts'

/** What a request says that a bank line is: its schema has exactly one field. */
export const targetOf = (body: MatchBankLineRequest): Target => {
  const { depositId, remittanceId, payoutId, refundId, partnerId, sourceId, as } = body
  if (depositId !== undefined) return { kind: 'deposit', id: depositId.toLowerCase() }
  if (remittanceId !== undefined) return { kind: 'remittance', id: remittanceId.toLowerCase() }
  if (payoutId !== undefined) return { kind: 'payout', id: payoutId.toLowerCase() }
  if (refundId !== undefined) return { kind: 'refund', id: refundId.toLowerCase() }
  if (sourceId !== undefined) return { kind: 'posted', sourceId: sourceId.toLowerCase() }
  if (as !== undefined) return { kind: as }
  return { kind: 'topup', partnerId: partnerNumber(partnerId as string) as number }
}

/** What one thing of a group is: its schema has exactly one field. */
export const groupTargetOf = (thing: MatchBankLinesRequest['things'][number]): GroupTarget => {
  const { depositId, remittanceId, payoutId, refundId, batchId } = thing
  if (depositId !== undefined) return { kind: 'deposit', id: depositId.toLowerCase() }
  if (remittanceId !== undefined) return { kind: 'remittance', id: remittanceId.toLowerCase() }
  if (payoutId !== undefined) return { kind: 'payout', id: payoutId.toLowerCase() }
  if (refundId !== undefined) return { kind: 'refund', id: refundId.toLowerCase() }
  return { kind: 'batch', id: (batchId as string).toLowerCase() }
}
