import { dinarsFromCentimes, type AgentRecord } from '@wasl/protocol'
import type { AgentRow } from '../../parties/agents/agents.ts'
import { agentWireId } from '../../base/wire-ids.ts'

export const agentBody = (agent: AgentRow): AgentRecord => ({
  agentId: agentWireId(agent.agent_id),
  name: agent.name,
  status: agent.status,
  cashMax: agent.cash_max === null ? null : dinarsFromCentimes(agent.cash_max),
  heldDaysMax: agent.held_days_max,
  createdAt: agent.created_at.toISOString(),
})
