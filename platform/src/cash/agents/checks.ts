import type { Database } from '../../database/database.ts'
import { createAdmitAgent, type AdmitAgent } from './admit.ts'
import { createTakenBy, type TakenBy } from './taken-by.ts'

/** What the openings and confirmations of payments ask about agents (D30). */
export type AgentChecks = { admitAgent: AdmitAgent; takenBy: TakenBy }

export const agentChecks = (db: Database): AgentChecks => ({
  admitAgent: createAdmitAgent(db),
  takenBy: createTakenBy(db.hot),
})
