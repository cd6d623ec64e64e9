import type { AgentStatus, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { cashOfChannel, safeOwner } from '../../ledger/account.ts'
import { agentWireId } from '../../base/wire-ids.ts'
import { readAllBooks, type CashCells } from '../../ledger/custody/over-cells.ts'
import { holdingsOf, readHoldings, type Held } from './holding.ts'

export type HeldCash = { cash: Centimes; heldSince: string | null }

export type AgentHolding = {
  agent_id: number
  name: string
  status: AgentStatus
  /** The shift that is open or being counted. */
  shift_id: string | null
  shift_opened_at: Date | null
  open_payments: number
  last_seen_at: Date | null
  /** Null while the agent counts: the count is blind (D30). */
  held: HeldCash | null
}

export type ChannelCash = { safe: HeldCash; channel: HeldCash; agents: AgentHolding[] }

const NOTHING: HeldCash = { cash: 0, heldSince: null }

/** Who holds how much in a channel since when (D30): agents in the order of their numbers. */
export const readChannelCash = async (
  pool: pg.Pool,
  channelId: number,
  { limit, afterId }: { limit: number; afterId: number },
  cells: CashCells = null,
): Promise<ChannelCash> => {
  const { rows } = await pool.query<Omit<AgentHolding, 'held'> & { counting: boolean | null }>(
    `select agent_id, name, agents.status, shift_id, shifts.status = 'counting' as counting,
      shifts.opened_at as shift_opened_at, (
        select count(*)::int from open_locks where open_locks.agent_id = agents.agent_id
      ) as open_payments, (
        select max(last_seen_at) from users join sessions using (user_id)
        where users.agent_id = agents.agent_id and users.status <> 'disabled'
      ) as last_seen_at
    from agents
    -- An agent has at most one such shift.
    left join (
      select agent_id, shift_id, status, opened_at from shifts where status in ('open', 'counting')
    ) as shifts using (agent_id)
    where agents.channel_id = $1 and agent_id > $2
    order by agent_id
    limit $3`,
    [channelId, afterId, limit],
  )
  const safe = safeOwner(channelId)
  const channel = cashOfChannel(channelId).owner
  const agents = rows.map(({ agent_id: agentId }) => agentId)
  const owners = [safe, channel, ...agents.map(agentWireId)]
  const { holdings, openOf } = await readCustody(pool, { owners, agents }, cells)
  const byOwner = new Map(holdings.map((held) => [held.owner, held]))
  const heldBy = (owner: string): HeldCash => byOwner.get(owner) ?? NOTHING
  return {
    safe: heldBy(safe),
    channel: heldBy(channel),
    agents: rows.map((agent) => ({
      agent_id: agent.agent_id,
      name: agent.name,
      status: agent.status,
      shift_id: agent.shift_id,
      shift_opened_at: agent.shift_opened_at,
      open_payments: openOf(agent.agent_id) ?? agent.open_payments,
      last_seen_at: agent.last_seen_at,
      held: agent.counting === true ? null : heldBy(agentWireId(agent.agent_id)),
    })),
  }
}

type Custody = {
  holdings: Held[]
  /** The open payments of an agent in all cells; null with one database. */
  openOf: (agentId: number) => number | null
}

const readCustody = async (
  pool: pg.Pool,
  wanted: { owners: string[]; agents: number[] },
  cells: CashCells,
): Promise<Custody> => {
  if (cells === null) {
    return { holdings: await readHoldings(pool, wanted.owners), openOf: () => null }
  }
  const books = await readAllBooks(cells, wanted)
  const locks = books.flatMap(({ openLocks }) => openLocks)
  return {
    holdings: await holdingsOf(pool, books),
    openOf: (agentId) => locks.filter((lock) => lock.agentId === agentId).length,
  }
}
