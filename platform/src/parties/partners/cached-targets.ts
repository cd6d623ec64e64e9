import { LRUCache } from 'lru-cache'
import type { PartnerTarget, PartnerTargets } from './load-target.ts'
import { monotonicMs } from '../../base/chance.ts'

export type PartnerTargetsOptions = {
  load: (partnerId: number) => Promise<PartnerTarget | null>
  /** Beyond this many, the least recently used entry is dropped. */
  entriesMax?: number
  /** Milliseconds of a monotonic clock. */
  nowMs?: () => number
}

/** A rotation takes effect by the database's clock, which may be moved while an entry is cached. */
const AGE_MS_MAX = 10_000

const ENTRIES_MAX = 10_000

type Entry = { target: PartnerTarget; untilMs: number }

/**
 * A bounded cache in front of `load`. It reads a target again when its revision grew, when a
 * rotation takes effect, and after ten seconds at the latest. Concurrent callers share one read.
 */
export const createPartnerTargets = ({
  load,
  entriesMax = ENTRIES_MAX,
  nowMs = monotonicMs,
}: PartnerTargetsOptions): PartnerTargets => {
  const entries = new LRUCache<number, Entry>({ max: entriesMax })
  const loading = new Map<number, Promise<PartnerTarget | null>>()

  const read = async (partnerId: number): Promise<PartnerTarget | null> => {
    // Measured before the read, so that a target is never used after its rotation.
    const startMs = nowMs()
    const target = await load(partnerId)
    entries.delete(partnerId)
    if (target === null) return null
    const lifeMs = Math.min(AGE_MS_MAX, target.validForMs ?? Infinity)
    entries.set(partnerId, { target, untilMs: startMs + lifeMs })
    return target
  }

  const readOnce = (partnerId: number): Promise<PartnerTarget | null> => {
    const underWay = loading.get(partnerId)
    if (underWay !== undefined) return underWay
    const reading = read(partnerId).finally(() => loading.delete(partnerId))
    loading.set(partnerId, reading)
    return reading
  }

  return {
    async get(partnerId, revision) {
      const entry = entries.get(partnerId)
      if (entry !== undefined && entry.target.revision >= revision && nowMs() < entry.untilMs) {
        return entry.target
      }
      const target = await readOnce(partnerId)
      if (target === null || target.revision >= revision) return target
      // That read began before the revision existed; the next one begins after it.
      return readOnce(partnerId)
    },
  }
}
