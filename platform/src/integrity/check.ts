import type pg from 'pg'
import type { EveryCell } from '../cells/every-cell.ts'
import { errorCodeOf } from '../database/errors.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { ApiError } from '../http/server/api-error.ts'
import { INTEGRITY, withLeaseGrace } from './integrity.ts'
import { OVER_CELLS, violationsOver } from './over-cells.ts'
import type { Violation } from './violation.ts'

export type Check = {
  name: string
  result: 'holds' | 'violated' | 'not run'
  violations: Violation[]
}

/** A large database is checked on a replica, or at night by a longer session. */
const CHECK_TIMEOUT_MS = 10_000
const ALL_TIMEOUT_MS = 25_000

/** PostgreSQL takes whole milliseconds, and 0 for no limit. */
const SHORTEST_MS = 1

const VIOLATIONS_MAX = 5

/** While the platform works, a lease that lapsed is taken over within moments. */
const LEASE_GRACE_SECONDS = 60

/** PostgreSQL's code for a statement that took too long. */
const CANCELED = '57014'

/**
 * Asks each check, one after the other, as far as the time goes.
 *
 * @param every in the control cell of several: what no cell can judge alone is judged over all.
 */
export const checkIntegrity = async (
  pool: pg.Pool,
  every: EveryCell | null = null,
): Promise<Check[]> => {
  const endMs = performance.now() + ALL_TIMEOUT_MS
  const checks: Check[] = []
  for (const [name, query] of Object.entries(INTEGRITY)) {
    const sql = withLeaseGrace(query, LEASE_GRACE_SECONDS)
    const leftMs = Math.floor(Math.min(CHECK_TIMEOUT_MS, endMs - performance.now()))
    const over = every && OVER_CELLS[name]
    const ask = async (): Promise<Violation[]> => [
      ...(await violationsIn(pool, sql, leftMs)),
      ...(every && over ? await violationsOver(every, over, leftMs) : []),
    ]
    checks.push(leftMs < SHORTEST_MS ? notRun(name) : await check(name, ask))
  }
  return checks
}

export const resultOf = (checks: Check[]): 'holds' | 'violated' | 'not all run' => {
  if (checks.some(({ result }) => result === 'violated')) return 'violated'
  return checks.every(({ result }) => result !== 'not run') ? 'holds' : 'not all run'
}

const notRun = (name: string): Check => ({ name, result: 'not run', violations: [] })

const check = async (name: string, ask: () => Promise<Violation[]>): Promise<Check> => {
  try {
    const violations = (await ask()).slice(0, VIOLATIONS_MAX)
    return { name, result: violations.length === 0 ? 'holds' : 'violated', violations }
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
