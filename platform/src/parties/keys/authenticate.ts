/**
 * Finds who sent the key in x-api-key. A key is found by the hash of its whole text, in an index or
 * in memory, so that the time of a search reveals nothing about any key. (The status call checks a
 * partner's key in its own statement.)
 */
import type { ChannelKind, ChannelStatus, PartnerStatus } from '@wasl/protocol'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { Database } from '../../base/database/database.ts'
import type { KeyOrigin } from '../people/persons-behind.ts'
import { noteKeyUse } from './key-use.ts'
import { hashApiKey, ownerOfKey } from '../../base/secrets/api-key.ts'

export type CallingChannel = {
  channelId: number
  kind: ChannelKind
  name: string
  /** Whether an opening must name the agent (D30). */
  requiresAgent: boolean
  status: ChannelStatus
  /** A test channel takes payments for testing partners alone (D40). */
  isTest: boolean
  /** The partners that it may take payments for; null means all. */
  partnerIds: number[] | null
}

/** What a key may do of what its kind may; null is all of it (W162). */
export type OfKey = { keyPermissions: string[] | null }

export type CallingPartner = { partnerId: number; status: PartnerStatus }

/** Finds the partner of a key in its cell. */
export type FindPartner = (key: string) => Promise<(CallingPartner & OfKey) | null>

/** `holder` is the person or the program that uses the key; `behind` says who must not approve. */
export type CallingOperator = KeyOrigin & {
  operatorKeyId: number
  name: string
  holder: string
  role: string
  /** The name of the user who made it. */
  makerName: string | null
}

/** How long a channel's key is accepted from memory. */
const CACHE_TTL_MS = 5_000

/** Beyond this many, the least recently used entry is dropped. */
const CACHE_ENTRIES_MAX = 10_000

/** Channels by the hash of their key. */
type ChannelCache = LRUCache<string, CallingChannel & OfKey>

const caches = new WeakMap<Database, ChannelCache>()

/** The channel that this key belongs to; null when the key is missing or unknown (D21). */
export const authenticateChannel = async (
  db: Database,
  key: string | undefined,
): Promise<(CallingChannel & OfKey) | null> => {
  if (key === undefined) return null
  const owner = ownerOfKey(key)
  if (owner?.kind !== 'channel') return null
  const cache = cacheOf(db)
  const digest = hash('sha256', key, 'base64')
  const known = cache.get(digest)
  if (known !== undefined) return known
  const [channel] = await db.hot.query<CallingChannel & OfKey>({
    name: 'authenticate-channel',
    text: `
      select channel_id as "channelId", kind, name, requires_agent as "requiresAgent",
        status, is_test as "isTest", partner_ids as "partnerIds", permissions as "keyPermissions"
      from channel_api_keys
      join channels using (channel_id)
      where channel_id = $1 and key_hash = $2
        and (expires_at is null or expires_at > wasl_clock())`,
    values: [owner.channelId, Buffer.from(digest, 'base64')],
  })
  if (channel === undefined) return null
  cache.set(digest, channel)
  noteKeyUse(db, Buffer.from(digest, 'base64'))
  return channel
}

/** After a change of channels' keys: drops them all from this process's memory. */
export const forgetChannels = (db: Database): void => cacheOf(db).clear()

/** The partner that this key belongs to; null when the key is missing, unknown or expired. */
export const authenticatePartner = async (
  { hot }: Pick<Database, 'hot'>,
  key: string,
): Promise<(CallingPartner & OfKey) | null> => {
  const owner = ownerOfKey(key)
  if (owner?.kind !== 'partner') return null
  const [row] = await hot.query<CallingPartner & OfKey>({
    name: 'authenticate-partner',
    text: `
      select partner_id as "partnerId", partners.status, keys.permissions as "keyPermissions"
      from partner_api_keys keys
      join partners using (partner_id)
      where keys.partner_id = $1 and keys.key_hash = $2
        and (keys.expires_at is null or keys.expires_at > wasl_clock())`,
    values: [owner.partnerId, hashApiKey(key)],
  })
  return row ?? null
}

/** The operator that this key belongs to; null when it is missing, unknown or revoked (D22). */
export const authenticateOperator = async (
  db: Database,
  key: string | undefined,
): Promise<CallingOperator | null> => {
  if (key === undefined) return null
  const [row] = await db.hot.query<CallingOperator>({
    name: 'authenticate-operator',
    text: `
      select operator_key_id as "operatorKeyId", keys.name, holder, keys.role,
        made_by_user as "madeByUser", made_by_keys as "madeByKeys", users.name as "makerName"
      from operator_api_keys keys
      left join users on users.user_id = made_by_user
      where key_hash = $1 and revoked_at is null`,
    values: [hashApiKey(key)],
  })
  if (row !== undefined) noteKeyUse(db, hashApiKey(key))
  return row ?? null
}

const cacheOf = (db: Database): ChannelCache => {
  const known = caches.get(db)
  if (known !== undefined) return known
  // Without a resolution the cache would set a timer in each millisecond in which it is asked.
  const made: ChannelCache = new LRUCache({
    max: CACHE_ENTRIES_MAX,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
  })
  caches.set(db, made)
  return made
}
