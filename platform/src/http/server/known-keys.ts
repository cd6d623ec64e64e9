import { LRUCache } from 'lru-cache'

/** Beyond this many, the least recently used key is dropped. */
const KEYS_MAX = 20_000

/**
 * Hashes of keys that were valid when they were last used. They only decide which keys are
 * looked up without waiting for others of their address; the look-up still checks each key.
 */
export type KnownKeys = {
  /** Whether this key was valid when it was last used. Makes it the most recently used one. */
  has(keyHash: string): boolean
  add(keyHash: string): void
  forget(keyHash: string): void
}

export const createKnownKeys = (keysMax = KEYS_MAX): KnownKeys => {
  const hashes = new LRUCache<string, true>({ max: keysMax })
  return {
    has: (keyHash) => hashes.get(keyHash) === true,
    add: (keyHash) => void hashes.set(keyHash, true),
    forget: (keyHash) => void hashes.delete(keyHash),
  }
}
