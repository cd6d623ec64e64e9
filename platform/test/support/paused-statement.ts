import type pg from 'pg'
import { connectTo } from './database.ts'
import { until } from './wait.ts'

/** An advisory lock. Any number that nothing else takes. */
export const LATCH = 4711

/**
 * Runs something in the middle of a statement.
 *
 * @param start begins the statement, whose condition takes the shared advisory lock `latch` at the row
 * where it is to wait.
 * @throws Error when the statement ends without waiting.
 */
export const inTheMiddleOf = async <Result>(
  databaseUrl: string,
  start: (latch: number) => Promise<Result>,
  run: () => Promise<unknown>,
): Promise<Result> => {
  const holder = await connectTo(databaseUrl)
  try {
    await holder.query('select pg_advisory_lock($1)', [LATCH])
    const statement = start(LATCH)
    const ended = statement.then(() => {
      throw new Error('the statement did not wait')
    })
    await Promise.race([ended, until('the statement to wait', () => isLatchWaited(holder))])
    await run()
    await holder.query('select pg_advisory_unlock($1)', [LATCH])
    return await statement
  } finally {
    await holder.end()
  }
}

const isLatchWaited = async (holder: pg.Client): Promise<boolean> => {
  const { rowCount } = await holder.query(
    `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
      and database = (select oid from pg_database where datname = current_database())`,
    [LATCH],
  )
  return rowCount === 1
}
