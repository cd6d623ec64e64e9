import type pg from 'pg'
import type { Pipeline } from '../../database/pipeline.ts'
import { cashOfAgent } from '../../ledger/account.ts'
import { readHolding } from './holding.ts'
import { decideLimits, type AgentLimits } from './limits.ts'
import type { OpeningAgent } from './opening-agent.ts'

export type Admission =
  | { ok: true; agent: OpeningAgent }
  | { ok: false; code: 'AGENT404_NOT_FOUND' | 'AGENT409_NOT_ON_SHIFT' | 'AGENT409_CASH_LIMIT' }

/** Whether a payment may open in the name of this agent of the channel (D30). */
export type AdmitAgent = (channelId: number, agentId: number) => Promise<Admission>

/**
 * Money is not taken yet, so an opening may be refused: an agent of no shift would have nobody to
 * count its cash with.
 */
export const createAdmitAgent =
  ({ hot, pool }: { hot: Pipeline; pool: pg.Pool }): AdmitAgent =>
  async (channelId, agentId) => {
    const [agent] = await hot.query<AgentLimits & { on_shift: boolean }>({
      name: 'admit-agent',
      text: `
        select cash_max as "cashMax", held_days_max as "heldDaysMax",
          status = 'active' and exists (
            select from shifts
            where shifts.agent_id = agents.agent_id and shifts.status = 'open'
          ) as on_shift
        from agents
        where agent_id = $1::int and channel_id = $2::int`,
      values: [agentId, channelId],
    })
    if (agent === undefined) return { ok: false, code: 'AGENT404_NOT_FOUND' }
    if (!agent.on_shift) return { ok: false, code: 'AGENT409_NOT_ON_SHIFT' }
    if (agent.cashMax === null && agent.heldDaysMax === null) {
      return { ok: true, agent: { agentId, warnings: [] } }
    }
    const decided = decideLimits(await readHolding(pool, cashOfAgent(agentId)), agent)
    return decided.ok ? { ok: true, agent: { agentId, warnings: decided.warnings } } : decided
  }
