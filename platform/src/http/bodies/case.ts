import { dinarsFromCentimes, type CaseRecord } from '@wasl/protocol'
import type { CaseRow } from '../../money/cash/cases/case.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { channelWireId, partnerWireId } from '../../base/wire-ids.ts'

export const caseBody = (row: CaseRow): CaseRecord => ({
  caseId: row.case_id,
  channelId: channelWireId(row.channel_id),
  partnerId: row.partner_id === NO_PARTNER ? null : partnerWireId(row.partner_id),
  paymentId: row.payment_id,
  varianceId: row.variance_id,
  amount: dinarsFromCentimes(row.amount),
  takenBy: row.taken_by,
  takenAt: row.taken_at.toISOString(),
  reportedAt: row.reported_at.toISOString(),
  status: row.status,
  confirmedBy: row.confirmed_by,
  givenBackBy: row.given_back_by,
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  resolvedBy: row.resolved_by,
})
