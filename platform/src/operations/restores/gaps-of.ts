import { monotonicMs } from '../../base/chance.ts'
import type { Database } from '../../base/database/database.ts'
import { readGaps, type Gap } from './gap.ts'

/** A repair in another cell is noticed after this time. */
const GAPS_KEPT_MS = 30_000

export type GapsOf = (db: Database) => Promise<Gap[]>

/** The gaps of each cell, which are read again from time to time. */
export const createGaps = (): GapsOf => {
  const known = new WeakMap<Database, { gaps: Promise<Gap[]>; untilMs: number }>()
  return (db) => {
    const kept = known.get(db)
    if (kept !== undefined && monotonicMs() < kept.untilMs) return kept.gaps
    const gaps = readGaps(db.pool)
    known.set(db, { gaps, untilMs: monotonicMs() + GAPS_KEPT_MS })
    gaps.catch(() => known.delete(db))
    return gaps
  }
}
