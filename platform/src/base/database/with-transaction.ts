import type pg from 'pg'
import { isStale } from './pipeline.ts'

/**
 * Runs the callback in one transaction on a connection of its own. Commits when it returns, and
 * rolls back when it throws. The callback must not call a partner.
 */
export const withTransaction = async <Result>(
  pool: pg.Pool,
  callback: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  const onLost = (error: unknown): void => {
    broken ??= error as Error
  }
  // The pool listens only to idle connections, and an error without a listener ends the process.
  // The running statement, or the next one, fails by itself.
  client.on('error', onLost)
  let isOpen = false
  try {
    await client.query('begin')
    isOpen = true
    const result = await callback(client)
    isOpen = false
    await client.query('commit')
    return result
  } catch (error) {
    if (isSilent(error) || isStale(error)) onLost(error)
    else if (isOpen) await client.query('rollback').catch(onLost)
    throw error
  } finally {
    client.release(broken)
    client.off('error', onLost)
  }
}

/** The server did not answer in time: a rollback would wait behind the same statement. */
const isSilent = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'
