import type pg from 'pg'
import { after, monotonicMs } from '../../base/chance.ts'
import type { Database } from '../../base/database/database.ts'
import { isDatabaseUnavailable } from '../../base/database/errors.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { ApiError } from '../../base/api-error.ts'
import { agentWireId } from '../../base/wire-ids.ts'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { holdingOf, readHoldings, type Held } from './holding.ts'
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
export const createAdmitAgent = (
  { hot, pool }: Pick<Database, 'hot' | 'pool'>,
  cells: CashCells = null,
): AdmitAgent => {
  const readHeld = createReadHeld(pool, cells)
  return async (channelId, agentId) => {
    const agent = await readAgent(hot, cells, channelId, agentId)
    if (agent === null) return { ok: false, code: 'AGENT404_NOT_FOUND' }
    if (!agent.on_shift) return { ok: false, code: 'AGENT409_NOT_ON_SHIFT' }
    if (agent.cashMax === null && agent.heldDaysMax === null) {
      return { ok: true, agent: { agentId, warnings: [] } }
    }
    const decided = decideLimits(holdingOf(await readHeld(agentWireId(agentId))), agent)
    return decided.ok ? { ok: true, agent: { agentId, warnings: decided.warnings } } : decided
  }
}

type OnShift = AgentLimits & { on_shift: boolean }

/**
 * A cell has copies of agents and shifts, which are some milliseconds late (W171). So the control cell is
 * asked before an agent is refused; while it is away, the copies count.
 */
const readAgent = async (
  hot: Pipeline,
  cells: CashCells,
  channelId: number,
  agentId: number,
): Promise<OnShift | null> => {
  const values = [channelId, agentId]
  const [agent = null] = await hot.query<OnShift>({ ...AGENT, values })
  if (cells === null || cells.isControl || agent?.on_shift === true) return agent
  try {
    const [current = null] = await cells.every.control.hot.query<OnShift>({ ...AGENT, values })
    return current
  } catch (error) {
    if (isDatabaseUnavailable(error)) return agent
    throw error
  }
}

const AGENT = {
  name: 'admit-agent',
  text: `
    select cash_max as "cashMax", held_days_max as "heldDaysMax",
      status = 'active' and exists (
        select from shifts
        where shifts.agent_id = agents.agent_id and shifts.status = 'open'
      ) as on_shift
    from agents
    where agent_id = $2::int and channel_id = $1::int`,
}

/** An opening waits for the cash of other cells for this long. */
const WAIT_MS_MAX = 1_000

/** After that, openings do not ask the other cells for so long. */
const PAUSE_MS = 5_000

/**
 * What an agent holds in all cells. Limits are advisory, and the loss of a cell must not touch the
 * partners of the others (W170): while one is away, what this cell has counts.
 */
const createReadHeld = (pool: pg.Pool, cells: CashCells): ((owner: string) => Promise<Held[]>) => {
  let askAgainMs = -Infinity
  return async (owner) => {
    if (cells === null || monotonicMs() < askAgainMs) return readHoldings(pool, [owner])
    const { promise: silent, resolve } = Promise.withResolvers<null>()
    const timer = after(WAIT_MS_MAX, () => resolve(null))
    const asked = readHoldings(pool, [owner], cells).catch((error: unknown) => {
      if (error instanceof ApiError || isDatabaseUnavailable(error)) return null
      throw error
    })
    // Whichever comes second is not waited for.
    const held = await Promise.race([asked, silent]).finally(() => timer.cancel())
    if (held !== null) return held
    asked.catch(() => undefined)
    askAgainMs = monotonicMs() + PAUSE_MS
    return readHoldings(pool, [owner])
  }
}
