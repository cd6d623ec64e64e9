import { LRUCache } from 'lru-cache'

/** Beyond this many, the least recently used key is forgotten. */
const KEYS_MAX = 20_000

/**
 * The hashes of keys that were right when they were last seen. It only decides which keys are looked
 * up although their address is limited. The look-up says each time whether a key is still right.
 */
export type KnownKeys = {
  /** Whether this key was right when it was last seen. It becomes the most recently used one. */
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
