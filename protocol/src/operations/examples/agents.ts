/** Examples of agents. */
import type { AgentRecord } from '../../agents.ts'

export const createAgent = { name: 'Karim Haddad', cashMax: 200_000, heldDaysMax: 1 }

export const agentRecord: AgentRecord = {
  agentId: 'agt_12',
  ...createAgent,
  status: 'active',
  createdAt: '2026-11-01T08:20:00.000Z',
}
