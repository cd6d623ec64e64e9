import type { AgentWarning } from '@wasl/protocol'
import type { TakenBy } from '../cash/agents/taken-by.ts'
import { changePayment, type ChangeDeps, type ChangeRequest, type ChangeResult } from './change.ts'

export type ConfirmDeps = ChangeDeps & { takenBy: TakenBy }

/**
 * Confirms a payment (D9, D30). `takenBy` is the agent who took the money. Nothing about the agent
 * refuses the confirmation: one that the channel does not have is left out, and the answer warns of it
 * (W108). The warnings depend only on the request and on what is stored, so that a repetition has the
 * same ones.
 */
export const confirmPayment = async (
  deps: ConfirmDeps,
  request: ChangeRequest,
): Promise<ChangeResult> => {
  const { channelId, takenBy = null } = request
  const isUnknown = takenBy !== null && !(await deps.takenBy.isAgentOf(channelId, takenBy))
  const result = await changePayment(deps, { ...request, takenBy: isUnknown ? null : takenBy })
  if (!result.ok) return result
  const warnings: AgentWarning[] = isUnknown ? ['TAKEN_BY_UNKNOWN'] : []
  return { ...result, warnings: [...warnings, ...(await deps.takenBy.warningsOf(result.payment))] }
}
