/** Beyond this the key used longest ago is forgotten. */
const KEYS_MAX = 20_000

/**
 * The hashes of keys that were right when they were last seen. It decides nothing but who may be looked
 * up although the address is limited: whether a key is still right, the look-up says each time.
 */
export type KnownKeys = {
  /** Whether this key was right when it was last seen; it is then the one used last. */
  has(keyHash: string): boolean
  add(keyHash: string): void
  forget(keyHash: string): void
}

export const createKnownKeys = (keysMax = KEYS_MAX): KnownKeys => {
  const hashes = new Set<string>()
  const add = (keyHash: string): void => {
    hashes.delete(keyHash)
    hashes.add(keyHash)
    if (hashes.size <= keysMax) return
    const [oldest] = hashes
    if (oldest !== undefined) hashes.delete(oldest)
  }
  return {
    has(keyHash) {
      if (!hashes.has(keyHash)) return false
      add(keyHash)
      return true
    },
    add,
    forget: (keyHash) => void hashes.delete(keyHash),
  }
}
