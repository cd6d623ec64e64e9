import type { AgentWarning } from '@wasl/protocol'
import type { TakenBy } from '../parties/agents/taken-by.ts'
import type { PaymentRow } from './payment-row.ts'
import { changePayment, type ChangeDeps, type ChangeRequest, type ChangeResult } from './change.ts'

export type ConfirmDeps = ChangeDeps & { takenBy: TakenBy }

/**
 * Confirms a payment (D9, D30). `takenBy` is the agent who took the money. A confirmation is never
 * refused because of the agent: an agent that the channel does not have is ignored, and the answer
 * has a warning (W108). The warnings depend only on the request and on what is stored, so a
 * repetition has the same ones.
 */
export const confirmPayment = async (
  deps: ConfirmDeps,
  request: ChangeRequest,
): Promise<ChangeResult> => {
  const { channelId, takenBy = null, takenAt = null } = request
  const isUnknown = takenBy !== null && !(await deps.takenBy.isAgentOf(channelId, takenBy))
  const result = await changePayment(deps, { ...request, takenBy: isUnknown ? null : takenBy })
  if (!result.ok) return result
  const warnings: AgentWarning[] = [
    ...(isUnknown ? (['TAKEN_BY_UNKNOWN'] as const) : []),
    ...(isPossible(takenAt, result.payment) ? [] : (['TAKEN_AT_IMPOSSIBLE'] as const)),
    ...(await deps.takenBy.warningsOf(result.payment)),
  ]
  return { ...result, warnings }
}

/** Money is taken between the opening and the confirmation. The statement records no other time. */
const isPossible = (
  takenAt: Date | null,
  { opened_at: openedAt, paid_at: paidAt }: PaymentRow,
): boolean => takenAt === null || (takenAt >= openedAt && paidAt !== null && takenAt <= paidAt)
