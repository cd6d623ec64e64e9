import type { AgentWarning } from '@wasl/protocol'

/** The agent in whose name a payment opens, and what the answer says of it. */
export type OpeningAgent = { agentId: number; warnings: AgentWarning[] }

/** What is kept with the first answer, so that a repetition gets the same warnings (D21). */
export const extraOf = (agent: OpeningAgent | null | undefined): string | null =>
  agent && agent.warnings.length > 0 ? JSON.stringify({ warnings: agent.warnings }) : null
