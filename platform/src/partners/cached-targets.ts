import type { PartnerTarget, PartnerTargets } from './load-target.ts'

export type PartnerTargetsOptions = {
  load: (partnerId: number) => Promise<PartnerTarget | null>
  /** Beyond this the one used longest ago is forgotten. */
  entriesMax?: number
  /** Milliseconds of a clock that only goes forward. */
  nowMs?: () => number
}

/** The moment of a rotation is told by the database's clock, which may be moved meanwhile. */
const AGE_MS_MAX = 10_000

const ENTRIES_MAX = 10_000

type Entry = { target: PartnerTarget; untilMs: number }

/**
 * A bounded cache in front of `load`. A target is read again when its revision grew, when a rotation
 * comes into use, and after ten seconds in any case; many who ask at once share one reading.
 */
export const createPartnerTargets = ({
  load,
  entriesMax = ENTRIES_MAX,
  nowMs = () => performance.now(),
}: PartnerTargetsOptions): PartnerTargets => {
  const entries = new Map<number, Entry>()
  const loading = new Map<number, Promise<PartnerTarget | null>>()

  const read = async (partnerId: number): Promise<PartnerTarget | null> => {
    // Counted from before the reading, so that a target never outlives its rotation.
    const startMs = nowMs()
    const target = await load(partnerId)
    entries.delete(partnerId)
    if (target === null) return null
    const [oldest] = entries.keys()
    if (entries.size >= entriesMax && oldest !== undefined) entries.delete(oldest)
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
        entries.delete(partnerId)
        entries.set(partnerId, entry)
        return entry.target
      }
      const target = await readOnce(partnerId)
      if (target === null || target.revision >= revision) return target
      // That reading had begun before the revision was made; the next one begins after it.
      return readOnce(partnerId)
    },
  }
}
