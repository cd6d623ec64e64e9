import type pg from 'pg'
import type { EveryCell } from '../../cells/every-cell.ts'
import { errorCodeOf } from '../../base/database/errors.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { ApiError } from '../../base/api-error.ts'
import { INTEGRITY_IN_RANGES, withLeaseGrace } from './integrity.ts'
import { isRanged, readRanges, withRange, type Range } from './ranges.ts'
import { OVER_CELLS, violationsOver } from './over-cells.ts'
import type { Violation } from '../../base/violation.ts'

export type Check = {
  name: string
  result: 'holds' | 'violated' | 'not run'
  violations: Violation[]
  /**
   * Of a large database: besides the newest rows, those since this time were asked, until the time of the run
   * before. The next run goes on before it. Null: all rows were asked.
   */
  askedSince?: string | null
}

/** A large database is checked on a replica, or at night by a longer session. */
const CHECK_TIMEOUT_MS = 10_000
const ALL_TIMEOUT_MS = 25_000

/** PostgreSQL takes whole milliseconds, and 0 for no limit. */
const SHORTEST_MS = 1

/** A check that is asked in ranges begins no further one after this. */
const RANGES_FOR_MS = 400

const VIOLATIONS_MAX = 5

/** While the platform works, a lease that lapsed is taken over within moments. */
const LEASE_GRACE_SECONDS = 60

/** PostgreSQL's code for a statement that took too long. */
const CANCELED = '57014'

/**
 * Asks each check, one after the other, as far as the time goes.
 *
 * @param every in the control cell of several: what no cell can check alone is checked over all of
 *   them.
 */
export const checkIntegrity = async (
  pool: pg.Pool,
  every: EveryCell | null = null,
  forMs: number = RANGES_FOR_MS,
): Promise<Check[]> => {
  const endMs = performance.now() + ALL_TIMEOUT_MS
  const ranges = await readRanges(pool)
  const before = ranges.length > 1 ? await readPlaces(pool) : new Map<string, string>()
  const checks: Check[] = []
  for (const [name, query] of Object.entries(INTEGRITY_IN_RANGES)) {
    const sql = withLeaseGrace(query, LEASE_GRACE_SECONDS)
    const leftMs = Math.floor(Math.min(CHECK_TIMEOUT_MS, endMs - performance.now()))
    if (leftMs < SHORTEST_MS) {
      checks.push(notRun(name))
      continue
    }
    const over = every && OVER_CELLS[name]
    const last = before.get(name) ?? null
    checks.push(
      await check(name, async () => {
        const { violations, askedSince } = isRanged(sql)
          ? await askRanges(inTurn(ranges, last), forMs, (range) =>
              violationsIn(pool, withRange(sql, range), leftMs),
            )
          : { violations: await violationsIn(pool, sql, leftMs), askedSince: null }
        const ofCells = every && over ? await violationsOver(every, over, leftMs) : []
        return { violations: [...violations, ...ofCells], askedSince }
      }),
    )
  }
  return checks
}

/** The newest range first, then those before the place where the last run ended, round and round. */
export const inTurn = (ranges: Range[], askedSince: string | null): Range[] => {
  const [newest, ...older] = ranges
  if (newest === undefined) return []
  const since = askedSince === null ? Infinity : Date.parse(askedSince)
  // The edges move as events come, so the next range is the one that has the time just before.
  const next = since > 0 ? older.findIndex((one) => (one.since?.getTime() ?? 0) < since) : 0
  const from = Math.max(0, next)
  return [newest, ...older.slice(from), ...older.slice(0, from)]
}

type RangesAnswer = { violations: Violation[]; askedSince: string | null }

/** As many ranges as begin in this time, and two at least: the newest one, and an older one. */
const askRanges = async (
  ranges: Range[],
  forMs: number,
  ask: (range: Range) => Promise<Violation[]>,
): Promise<RangesAnswer> => {
  const endMs = performance.now() + forMs
  const violations: Violation[] = []
  for (const [place, range] of ranges.entries()) {
    if (place >= 2 && performance.now() >= endMs) {
      return { violations, askedSince: (ranges[place - 1]?.since ?? EARLIEST).toISOString() }
    }
    violations.push(...(await ask(range)))
    if (violations.length >= VIOLATIONS_MAX) break
  }
  return { violations, askedSince: null }
}

/** The oldest range has no beginning: after it the next run begins again at the newest. */
const EARLIEST = new Date(0)

/** Where the last run that is kept ended, by check. */
const readPlaces = async (pool: pg.Pool): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ name: string; askedSince: string }>(
    `select item ->> 'name' as name, item ->> 'askedSince' as "askedSince"
    from (
      select items from integrity_runs where result is not null order by run_id desc limit 1
    ) as last
    cross join jsonb_array_elements(items) as item
    where item ->> 'askedSince' is not null`,
  )
  return new Map(rows.map(({ name, askedSince }) => [name, askedSince]))
}

export const resultOf = (checks: Check[]): 'holds' | 'violated' | 'not all run' => {
  if (checks.some(({ result }) => result === 'violated')) return 'violated'
  return checks.every(({ result }) => result !== 'not run') ? 'holds' : 'not all run'
}

const notRun = (name: string): Check => ({
  name,
  result: 'not run',
  violations: [],
  askedSince: null,
})

const check = async (name: string, ask: () => Promise<RangesAnswer>): Promise<Check> => {
  try {
    const asked = await ask()
    const violations = asked.violations.slice(0, VIOLATIONS_MAX)
    const result = violations.length === 0 ? 'holds' : 'violated'
    return { name, result, violations, askedSince: asked.askedSince }
  } catch (error) {
    // Too long for now, or another cell is away.
    if (errorCodeOf(error) === CANCELED || error instanceof ApiError) return notRun(name)
    throw error
  }
}

const violationsIn = (pool: pg.Pool, sql: string, timeoutMs: number): Promise<Violation[]> =>
  withTransaction(pool, async (tx) => {
    await tx.query(`set transaction read only; set local statement_timeout = '${timeoutMs}ms'`)
    const { rows } = await tx.query<{ violation: Violation }>(
      `select to_jsonb(violation) as violation from (${sql}) as violation limit ${VIOLATIONS_MAX}`,
    )
    return rows.map(({ violation }) => violation)
  })
