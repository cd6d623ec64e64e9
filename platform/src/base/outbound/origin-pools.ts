import type { OriginPool } from './origin-pool.ts'
import type { Target } from './target.ts'

export type OutboundStats = {
  /** Partner origins with open connections. */
  origins: number
  connections: number
  /** Calls on a connection. */
  inFlight: number
  /** Calls waiting for a connection. */
  waiting: number
}

export type OriginPools = {
  /** The partner's pool for the target's origin; null when the limit on origins is reached. */
  poolOf(partner: number, target: Target): OriginPool | null
  /** Ends every call whose deadline has passed. `now` comes from `performance.now()`. */
  sweep(now: number): void
  /** Closes pools without calls that were last used before `since`. */
  closeUnused(since: number): void
  stats(): OutboundStats
  destroy(): Promise<void>
}

/**
 * One pool for each origin of each partner, at most `originsMax`. At the limit, the least recently
 * used pool without calls is closed.
 *
 * Partners never share a pool, even if their URLs have the same origin. Otherwise a partner that
 * gives another's address as its own could take all of the other's connections.
 */
export const createOriginPools = (
  originsMax: number,
  createPool: (target: Target) => OriginPool,
): OriginPools => {
  const pools = new Map<string, OriginPool>()

  const unused = (): [key: string, pool: OriginPool, lastUsedAt: number][] => {
    return [...pools].flatMap(([key, pool]) => {
      const { inFlight, waiting, lastUsedAt } = pool.stats()
      return inFlight + waiting === 0 ? [[key, pool, lastUsedAt]] : []
    })
  }

  const close = (key: string, pool: OriginPool): void => {
    pools.delete(key)
    void pool.destroy()
  }

  const makeRoom = (): boolean => {
    const [longest] = unused().toSorted(([, , a], [, , b]) => a - b)
    if (longest === undefined) return false
    close(longest[0], longest[1])
    return true
  }

  return {
    poolOf(partner, target) {
      const key = `${partner} ${target.origin}`
      const known = pools.get(key)
      if (known !== undefined) return known
      if (pools.size >= originsMax && !makeRoom()) return null
      const pool = createPool(target)
      pools.set(key, pool)
      return pool
    },
    sweep(now) {
      for (const pool of pools.values()) pool.sweep(now)
    },
    closeUnused(since) {
      for (const [key, pool, lastUsedAt] of unused()) {
        if (lastUsedAt < since) close(key, pool)
      }
    },
    stats() {
      const sum = { origins: pools.size, connections: 0, inFlight: 0, waiting: 0 }
      for (const pool of pools.values()) {
        const { connections, inFlight, waiting } = pool.stats()
        sum.connections += connections
        sum.inFlight += inFlight
        sum.waiting += waiting
      }
      return sum
    },
    async destroy() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}
