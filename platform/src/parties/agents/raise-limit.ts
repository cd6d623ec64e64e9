/** Limits of what an agent may hold are raised by two people of its channel (W226). */
import { ROLES } from '@wasl/protocol'
import type pg from 'pg'
import { userWireId } from '../../base/wire-ids.ts'
import { confirmSetting, type SettingConfirmed } from '../people/setting-requests.ts'
import type { Person } from '../people/session.ts'
import type { AgentPatch, AgentRow } from './agents.ts'

/** Null is no limit, so it is above every other. */
const isAbove = (after: number | null | undefined, before: number | null): boolean =>
  after !== undefined && before !== null && (after === null || after > before)

/** Whether a patch allows the agent more cash, or the same cash for longer. */
export const raisesLimit = (agent: AgentRow, { cashMax, heldDaysMax }: AgentPatch): boolean =>
  isAbove(cashMax, agent.cash_max) || isAbove(heldDaysMax, agent.held_days_max)

type Raise = {
  channelId: number
  agentId: string
  /** The patch and the agent, as the operation takes and shows them. */
  patch: Readonly<Record<string, unknown>>
  before: Readonly<Record<string, unknown>>
}

/** One person is enough where the channel has nobody else who may change agents. */
export const confirmRaise = async (
  pool: pg.Pool,
  { channelId, agentId, patch, before }: Raise,
  person: Person,
  requestId: string | null,
): Promise<SettingConfirmed> => {
  const { userId, name } = person
  if (!(await hasColleague(pool, channelId, userId))) return 'confirmed'
  const id = userWireId(userId)
  const said = { operation: 'changeAgent', subject: agentId, patch, before } as const
  const of = { side: 'channel', partnerId: null, channelId } as const
  // By the user alone: two people of a channel may have one name.
  return confirmSetting(pool, { ...said, of }, { id, name, holder: name, behind: [id], requestId })
}

const hasColleague = async (pool: pg.Pool, channelId: number, userId: number): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from users
    where side = 'channel' and channel_id = $1 and status = 'active' and role = any($2)
      and user_id <> $3
    limit 1`,
    [channelId, EDITORS, userId],
  )
  return rowCount === 1
}

const EDITORS = Object.entries(ROLES.channel)
  .filter(([, permissions]) => (permissions as readonly string[]).includes('channels.edit'))
  .map(([role]) => role)
