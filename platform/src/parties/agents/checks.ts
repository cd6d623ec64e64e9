import type { Database } from '../../base/database/database.ts'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { createAdmitAgent, type AdmitAgent } from './admit.ts'
import { createTakenBy, type TakenBy } from './taken-by.ts'

/** What the openings and confirmations of payments ask about agents (D30). */
export type AgentChecks = { admitAgent: AdmitAgent; takenBy: TakenBy }

export const agentChecks = (db: Database, cells: CashCells = null): AgentChecks => ({
  admitAgent: createAdmitAgent(db, cells),
  takenBy: createTakenBy(
    db.hot,
    cells === null || cells.isControl ? null : cells.every.control.hot,
  ),
})
