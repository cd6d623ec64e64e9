import pg from 'pg'
import { connectionTo, SESSION } from '../base/database/session.ts'
import { types } from '../base/database/types.ts'
import { expectPrimary } from '../base/database/primary.ts'
import type { MoveCell } from './move.ts'

/** The lock of the mover, two statements at once, and one to spare. */
const POOL_SIZE = 4

/** A copy that is removed takes longer, and says so itself. */
const STATEMENT_TIMEOUT_MS = 60_000

/** A cell over connections of its own, which work whatever its hot lanes wait for. Close the pool. */
export const openMoveCell = (name: string, url: string): MoveCell => {
  const pool = new pg.Pool({
    ...connectionTo(url, { ...SESSION, client_min_messages: 'warning' }),
    max: POOL_SIZE,
    application_name: 'wasl move',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    onConnect: (client): unknown => expectPrimary(client),
    types,
  })
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => undefined)
  return { name, url, pool }
}
