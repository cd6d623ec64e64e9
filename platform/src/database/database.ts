import pg from 'pg'
import { patient } from './patient.ts'
import { createPipeline, KEEP_ALIVE_DELAY_MS, type Pipeline } from './pipeline.ts'
import { expectPrimary } from './primary.ts'
import { connectionTo, SESSION } from './session.ts'
import { types } from './types.ts'

/**
 * The platform's connections. The pool is for transactions, and lists have pools of their own;
 * every hot statement has a pipelined connection of its own kind, so that a commit that waits for
 * the disk holds up no read.
 */
export type Database = {
  pool: pg.Pool
  /** What partners list, and what operators list and look up: none of it takes a connection of `pool`. */
  partnerLists: pg.Pool
  operatorLists: pg.Pool
  /** For `/readyz` and `/metrics`, which must not wait behind anybody's question. */
  probes: pg.Pool
  /** Small indexed reads. */
  hot: Pipeline
  /** What is written beside the money and waits for the disk: refusals, kept answers, scans. */
  notes: Pipeline
  status: Pipeline
  opens: Pipeline
  moves: Pipeline
  claims: Pipeline
  results: Pipeline
  /** Statements for one item that another session holds up, away from the batches (W81). */
  apart: Pipeline
  close(): Promise<void>
}

/**
 * No batch waits longer for a lock than this: then it is undone, and each of its items is decided
 * apart. Another process's statement holds its locks for some milliseconds.
 */
const LOCK_TIMEOUT_MS = 100

/**
 * A transaction of the pool waits longer: nobody waits behind it. It ends well before a caller's
 * patience does, so that rows which another session holds do not occupy the pool's connections.
 */
const POOL_LOCK_TIMEOUT_MS = 5_000

const POOL_SIZE = 8

const LISTS_SIZE = 4

/** A partner's list is read by an index, of its own rows alone. */
const PARTNER_LIST_TIMEOUT_MS = 10_000

/** An operator's question may take this long; anything longer is a report for a replica. */
const STATEMENT_TIMEOUT_MS = 30_000

const PROBES_SIZE = 2

/** Counting a long queue takes its time; Prometheus waits 10 s. */
const PROBE_TIMEOUT_MS = 8_000

/** The client's own limit is so much later than the server's: for a server that is gone silently. */
const SILENCE_MS = 3_000

/** A forgotten transaction holds back vacuum and so slows every claim: it is ended. */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000

export const createDatabase = (url: string): Database => {
  const pool = createPool(url, 'wasl', POOL_SIZE, STATEMENT_TIMEOUT_MS)
  const partnerLists = createPool(url, 'wasl partner lists', LISTS_SIZE, PARTNER_LIST_TIMEOUT_MS)
  const operatorLists = createPool(url, 'wasl operator lists', LISTS_SIZE, STATEMENT_TIMEOUT_MS)
  const probes = createPool(url, 'wasl probes', PROBES_SIZE, PROBE_TIMEOUT_MS)
  const lane = (name: string, settings?: Record<string, string>): Pipeline =>
    createPipeline({ url, name: `wasl ${name}`, ...(settings && { settings }) })
  const impatient = { lock_timeout: String(LOCK_TIMEOUT_MS) }
  const lanes = {
    hot: lane('hot'),
    notes: patient(lane('notes', impatient)),
    // What it writes is the quota's log: losing its last instants in a crash of the database
    // costs a partner nothing and nobody money, so no read waits for the disk.
    status: lane('status', { ...impatient, synchronous_commit: 'off' }),
    opens: lane('opens', impatient),
    moves: lane('moves', impatient),
    claims: lane('claims'),
    results: lane('results', impatient),
    apart: lane('apart', impatient),
  }
  return {
    pool,
    partnerLists,
    operatorLists,
    probes,
    ...lanes,
    async close() {
      const pools = [pool, partnerLists, operatorLists, probes].map((each) => each.end())
      await Promise.all([...pools, ...Object.values(lanes).map((pipeline) => pipeline.close())])
    },
  }
}

const createPool = (url: string, name: string, max: number, timeoutMs: number): pg.Pool => {
  const pool = new pg.Pool({
    ...connectionTo(url, SESSION),
    max,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    statement_timeout: timeoutMs,
    lock_timeout: POOL_LOCK_TIMEOUT_MS,
    query_timeout: timeoutMs + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    // The pool waits for it, which its types do not tell.
    onConnect: (client): unknown => expectPrimary(client),
    types,
  })
  // An idle connection that breaks is replaced by the pool; its loss is no event of its own.
  pool.on('error', () => undefined)
  return pool
}
