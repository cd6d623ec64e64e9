import { LRUCache } from 'lru-cache'
import type { Database } from '../../base/database/database.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'

/** How exact the time of a key's last use is. */
const SEEN_SECONDS = 60

/** Beyond this many, the key that was used longest ago is written once more. */
const KEYS_MAX = 10_000

export type KeyUses = {
  /** A partner's key was used: writes so, at most once a minute in each process. */
  note(partnerId: number, keyHash: string): void
}

/**
 * Records when partners' keys were last used. It never delays a request: a use that cannot be written is
 * written with a later one.
 */
export const createKeyUses = (notes: Pipeline): KeyUses => {
  const written = newUses()
  return {
    note(partnerId, keyHash) {
      if (written.has(keyHash)) return
      written.set(keyHash, true)
      recordUse(notes, partnerId, keyHash).catch(() => written.delete(keyHash))
    },
  }
}

const recordUse = (notes: Pipeline, partnerId: number, keyHash: string): Promise<unknown> =>
  notes.query({
    name: 'record-use-of-key',
    text: `
      update partner_api_keys
      set last_used_at = clock.now
      from (select wasl_now() as now) as clock
      where partner_id = $1::int and key_hash = decode($2::text, 'hex')
        and (last_used_at is null or last_used_at <= clock.now - make_interval(secs => $3))`,
    values: [partnerId, keyHash, SEEN_SECONDS],
  })

const uses = new WeakMap<Database, LRUCache<string, true>>()

/** Records when a key of an operator or a channel was last used, as those of partners. */
export const noteKeyUse = (db: Database, keyHash: Buffer): void => {
  const known = uses.get(db)
  const written = known ?? newUses()
  if (known === undefined) uses.set(db, written)
  const key = keyHash.toString('hex')
  if (written.has(key)) return
  written.set(key, true)
  const statement = { name: 'note-use-of-key', text: NOTE_USE, values: [key, SEEN_SECONDS] }
  db.notes.query(statement).catch(() => written.delete(key))
}

const newUses = (): LRUCache<string, true> =>
  new LRUCache({ max: KEYS_MAX, ttl: SEEN_SECONDS * 1000, ttlResolution: 0 })

const NOTE_USE = `
  insert into key_uses as known (key_hash, last_used_at)
  values (decode($1::text, 'hex'), wasl_now())
  on conflict (key_hash) do update set last_used_at = excluded.last_used_at
  where known.last_used_at <= excluded.last_used_at - make_interval(secs => $2)`
