import { dinarsFromCentimes, type AgentRecord } from '@wasl/protocol'
import type { AgentPatch, AgentRow } from '../../parties/agents/agents.ts'
import { centimesOrNull } from '../../base/centimes.ts'
import { agentWireId } from '../../base/wire-ids.ts'

export const agentBody = (agent: AgentRow): AgentRecord => ({
  agentId: agentWireId(agent.agent_id),
  name: agent.name,
  status: agent.status,
  cashMax: agent.cash_max === null ? null : dinarsFromCentimes(agent.cash_max),
  heldDaysMax: agent.held_days_max,
  createdAt: agent.created_at.toISOString(),
})

type AgentChanges = Omit<AgentPatch, 'cashMax'> & { cashMax?: number | null | undefined }

/** The changes of a request, with the limit of cash in centimes. */
export const agentPatchOf = ({ cashMax, ...others }: AgentChanges): AgentPatch => ({
  ...others,
  ...(cashMax !== undefined && { cashMax: centimesOrNull(cashMax) }),
})
