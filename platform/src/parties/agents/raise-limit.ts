/** A limit of what an agent may hold is raised by two people (W226, W258). */
import type pg from 'pg'
import type { Actor } from '../../base/audit/append.ts'
import { channelWireId, userWireId } from '../../base/wire-ids.ts'
import { confirmSetting, type SettingConfirmed } from '../people/setting-requests.ts'
import { tellOwners } from '../people/security-notices.ts'
import { THE_OPERATOR } from '../people/user.ts'
import type { Person } from '../people/session.ts'
import type { AgentPatch, AgentRow } from './agents.ts'

/** Null is no limit, so it is above every other. */
export const isAbove = (after: number | null | undefined, before: number | null): boolean =>
  after !== undefined && before !== null && (after === null || after > before)

/** Whether a patch allows the agent more cash, or the same cash for longer. */
export const raisesLimit = (agent: AgentRow, { cashMax, heldDaysMax }: AgentPatch): boolean =>
  isAbove(cashMax, agent.cash_max) || isAbove(heldDaysMax, agent.held_days_max)

type Fields = Readonly<Record<string, unknown>>

export type Raise = {
  channelId: number
  agentId: string
  /** The patch and the agent, as the operation takes and shows them. */
  patch: Fields
  before: Fields
}

const LIMITS: ReadonlySet<string> = new Set(['cashMax', 'heldDaysMax'])

/** What is asked for: the limits alone, so that the operator can say the same. */
export const saidOf = ({ agentId: subject, patch, before }: Omit<Raise, 'channelId'>) => ({
  operation: 'changeAgent' as const,
  subject,
  patch: Object.fromEntries(Object.entries(patch).filter(([name]) => LIMITS.has(name))),
  before,
})

/**
 * Another person of the channel confirms what one of them asks for, and the operator what anybody of the
 * channel asks for. A key asks, and confirms nothing. What it asks for, the operator confirms: who made
 * the key is not known, and may be the person who would confirm.
 *
 * @param person null with the channel's key.
 */
export const confirmRaise = async (
  pool: pg.Pool,
  { channelId, ...raise }: Raise,
  person: Person | null,
  actor: Actor,
): Promise<SettingConfirmed> => {
  const channel = channelWireId(channelId)
  const of = { side: 'channel', partnerId: null, channelId } as const
  const { requestId } = actor
  // By the user alone: two people of a channel may have one name.
  const id = person === null ? channel : userWireId(person.userId)
  const name = person?.name ?? actor.name
  const by = { id, name, holder: name, behind: [id], requestId }
  const mayConfirm = (asked: readonly string[]): boolean =>
    person !== null && !asked.includes(channel)
  const said = { ...saidOf(raise), of, mayConfirm }
  const confirmed = await confirmSetting(pool, said, by)
  if (confirmed === 'APPROVAL409_SECOND_PERSON') await tellOperator(pool, said.subject, by)
  return confirmed
}

/** Once a day for each agent: a channel's program may ask in a loop. */
const tellOperator = async (pool: pg.Pool, subject: string, by: Actor): Promise<void> => {
  const { rowCount } = await pool.query(
    `select from security_notices
    join users using (user_id)
    where kind = $1 and subject = $2 and side = 'operator'
      and made_at > wasl_now() - interval '1 day'
    limit 1`,
    [NOTICE, subject],
  )
  if (rowCount !== 0) return
  await tellOwners(pool, THE_OPERATOR, { kind: NOTICE, subject, name: subject }, by)
}

const NOTICE = 'setting.request'
