import type { ChannelKind } from '@wasl/protocol'
import type pg from 'pg'
import { hasName } from '../../payments/filter-conditions.ts'
import type { Search } from './asked.ts'
import { namesOfWords, type NamesOfWord } from '../../base/typed/match-words.ts'
import { containing, foldedName, foldName } from '../../base/typed/typed-text.ts'

export type FoundNames = {
  partners: {
    partnerId: number
    name: string
    nameAr: string | null
    city: string | null
    status: string
  }[]
  channels: { channelId: number; name: string; kind: ChannelKind; status: string }[]
  agents: { agentId: number; name: string; channelId: number; channelName: string }[]
}

type Find<Kind extends keyof FoundNames> = (
  pool: pg.Pool,
  asked: Search,
) => Promise<FoundNames[Kind]>

/** Names that begin with the text come first. */
const inOrder = (name: string): string => `starts_with(${foldedName(name)}, $3) desc, ${name}`

const find = async <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { typed: { name, wireId }, limit }: Search,
  of: 'partner' | 'channel' | 'agent',
  sql: string,
): Promise<Row[]> => {
  const number = wireId?.of === of ? wireId.number : null
  if (number === null && name === null) return []
  const folded = foldName(name ?? '')
  const pattern = name === null ? null : containing(folded)
  const values = [number, pattern, folded, limit + 1]
  if (of === 'agent') return (await pool.query<Row>(sql, values)).rows
  const { rows } = await pool.query<Row>(sql, [...values, []])
  if (rows.length > 0 || name === null) return rows
  const ids = (await namedByAll(pool, name))[of]
  return ids.length === 0 ? [] : (await pool.query<Row>(sql, [...values, ids])).rows
}

/** Those that every word names, with one wrong letter at most in each. */
const namedByAll = async (pool: pg.Pool, name: string) => {
  const words = await namesOfWords(pool, name.split(' '))
  const [first, ...rest] = words
  const all = (ids: (each: NamesOfWord) => number[]): number[] =>
    first === undefined
      ? []
      : ids(first).filter((id) => rest.every((each) => ids(each).includes(id)))
  return {
    partner: all(({ partnerIds }) => partnerIds),
    channel: all(({ channelIds }) => channelIds),
  }
}

export const findPartners: Find<'partners'> = (pool, asked) =>
  find(
    pool,
    asked,
    'partner',
    `select partner_id as "partnerId", name, name_ar as "nameAr", city, status
    from partners
    where partner_id = $1 or ${hasName('partners', '$2')} or ${foldedName('city')} like $2
      or partner_id = any($5)
    order by ${inOrder('name')}, partner_id
    limit $4`,
  )

export const findChannels: Find<'channels'> = (pool, asked) =>
  find(
    pool,
    asked,
    'channel',
    `select channel_id as "channelId", name, kind, status
    from channels
    where channel_id = $1 or ${foldedName('name')} like $2 or channel_id = any($5)
    order by ${inOrder('name')}, channel_id
    limit $4`,
  )

export const findAgents: Find<'agents'> = (pool, asked) =>
  find(
    pool,
    asked,
    'agent',
    `select agent_id as "agentId", agents.name, channel_id as "channelId",
      channels.name as "channelName"
    from agents
    join channels using (channel_id)
    where agent_id = $1 or ${foldedName('agents.name')} like $2
    order by ${inOrder('agents.name')}, agent_id
    limit $4`,
  )
