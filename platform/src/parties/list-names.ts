import type pg from 'pg'
import { agentWireId, channelWireId, partnerWireId } from '../base/wire-ids.ts'
import { safeOwner } from '../ledger/account.ts'

export type NamedId = {
  id: string
  name: string
  /** The Arabic name of a partner. */
  nameAr: string | null
  channelId: string | null
}

/** The names of partners, channels, agents and safes; ids that do not exist are left out. */
export const listNames = async (pool: pg.Pool, ids: readonly string[]): Promise<NamedId[]> => {
  const numbersOf = (kind: string): number[] =>
    ids.filter((id) => id.startsWith(`${kind}_`)).map((id) => Number(id.slice(kind.length + 1)))
  const channels = new Set([...numbersOf('chn'), ...numbersOf('safe')])
  const [partnerRows, channelRows, agentRows] = await Promise.all([
    pool.query<{ id: number; name: string; name_ar: string | null }>(
      `select partner_id as id, name, name_ar from partners where partner_id = any($1::bigint[])`,
      [numbersOf('prt')],
    ),
    pool.query<{ id: number; name: string }>(
      `select channel_id as id, name from channels where channel_id = any($1::bigint[])`,
      [[...channels]],
    ),
    pool.query<{ id: number; name: string; channel: number }>(
      `select agent_id as id, name, channel_id as channel from agents
      where agent_id = any($1::bigint[])`,
      [numbersOf('agt')],
    ),
  ])
  const found = new Map<string, NamedId>()
  const add = (id: string, name: string, channelId: string | null): unknown =>
    found.set(id, { id, name, nameAr: null, channelId })
  for (const { id, name, name_ar: nameAr } of partnerRows.rows) {
    found.set(partnerWireId(id), { id: partnerWireId(id), name, nameAr, channelId: null })
  }
  for (const { id, name } of channelRows.rows) {
    add(channelWireId(id), name, null)
    add(safeOwner(id), name, channelWireId(id))
  }
  for (const { id, name, channel } of agentRows.rows) {
    add(agentWireId(id), name, channelWireId(channel))
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}
