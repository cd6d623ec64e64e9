import pg from 'pg'
import { asOptions, createPipeline, type Pipeline } from './pipeline.ts'
import { types, UTC } from './types.ts'

/**
 * The platform's connections. The pool is for transactions and for questions that operators ask;
 * every hot statement has a pipelined connection of its own kind, so that a commit that waits for
 * the disk holds up no read.
 */
export type Database = {
  pool: pg.Pool
  /** Small indexed reads. */
  hot: Pipeline
  status: Pipeline
  opens: Pipeline
  moves: Pipeline
  claims: Pipeline
  settlements: Pipeline
  close(): Promise<void>
}

const POOL_SIZE = 8

/** An operator's question may take this long; anything longer is a report for a replica. */
const STATEMENT_TIMEOUT_MS = 30_000

/** A forgotten transaction holds back vacuum and so slows every claim: it is ended. */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000

export const createDatabase = (url: string): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    application_name: 'wasl',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    options: asOptions(UTC),
    types,
  })
  // An idle connection that breaks is replaced by the pool; its loss is no event of its own.
  pool.on('error', () => undefined)
  const lane = (name: string, settings?: Record<string, string>): Pipeline =>
    createPipeline({ url, name: `wasl ${name}`, ...(settings && { settings }) })
  const lanes = {
    hot: lane('hot'),
    // What it writes is the quota's log: losing its last instants in a crash of the database
    // costs a partner nothing and nobody money, so no read waits for the disk.
    status: lane('status', { synchronous_commit: 'off' }),
    opens: lane('opens'),
    moves: lane('moves'),
    claims: lane('claims'),
    settlements: lane('settlements'),
  }
  return {
    pool,
    ...lanes,
    async close() {
      await Promise.all([pool.end(), ...Object.values(lanes).map((pipeline) => pipeline.close())])
    },
  }
}
