import type { OriginPool } from './origin-pool.ts'
import type { Target } from './target.ts'

export type OutboundStats = {
  /** Partner origins that have connections. */
  origins: number
  connections: number
  /** Calls on a connection at this moment. */
  inFlight: number
  /** Calls that wait for a connection. */
  waiting: number
}

export type OriginPools = {
  /** The partner's pool for the target's origin; null when no more origins may be connected to. */
  poolOf(partner: number, target: Target): OriginPool | null
  /** Ends every call whose deadline has passed. `now` is of `performance.now()`. */
  sweep(now: number): void
  /** Closes the pools without calls that were last used before `since`. */
  closeUnused(since: number): void
  stats(): OutboundStats
  destroy(): Promise<void>
}

/**
 * One pool for each origin of each partner, never more than `originsMax`: when there are as many, the
 * longest unused one without calls makes room.
 *
 * Partners never share a pool, even when their URLs have the same origin: otherwise one that gives
 * another's address as its own could take up all of the other's connections.
 */
export function createOriginPools(
  originsMax: number,
  createPool: (target: Target) => OriginPool,
): OriginPools {
  const pools = new Map<string, OriginPool>()

  function unused(): [key: string, pool: OriginPool, lastUsedAt: number][] {
    return [...pools].flatMap(([key, pool]) => {
      const { inFlight, waiting, lastUsedAt } = pool.stats()
      return inFlight + waiting === 0 ? [[key, pool, lastUsedAt]] : []
    })
  }

  function close(key: string, pool: OriginPool): void {
    pools.delete(key)
    void pool.destroy()
  }

  function makeRoom(): boolean {
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
