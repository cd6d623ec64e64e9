import { PROCESS_ROLES, type ProcessRole } from '@wasl/protocol'
import pg from 'pg'
import { LEAVES_OUT_FENCED } from './fenced.ts'
import { poolSize, type PoolName } from './connections.ts'
import { patient } from './patient.ts'
import { createPipeline, KEEP_ALIVE_DELAY_MS, type Pipeline } from './pipeline.ts'
import { expectPrimary } from './primary.ts'
import { connectionTo, SESSION } from './session.ts'
import { types } from './types.ts'

/**
 * The platform's connections. `pool` is for transactions, and lists have pools of their own. Every
 * hot statement has a pipelined connection for its kind, so that a commit that waits for the disk
 * delays no read.
 */
export type Database = {
  pool: pg.Pool
  /** For partners' lists and operators' queries: they take no connection of `pool`. */
  partnerLists: pg.Pool
  operatorLists: pg.Pool
  /** For what a person looks at and waits for: searches and figures. Each statement ends soon. */
  screens: pg.Pool
  /** For `/readyz` and `/metrics`, which must not wait behind other queries. */
  probes: pg.Pool
  /** Small indexed reads. */
  hot: Pipeline
  /** Writes beside the money that wait for the disk: refusals, kept answers, scans. */
  notes: Pipeline
  status: Pipeline
  opens: Pipeline
  moves: Pipeline
  claims: Pipeline
  results: Pipeline
  /** Statements for single items that another session delays, apart from the batches (W81). */
  apart: Pipeline
  close(): Promise<void>
}

/** The database in which a partner lives: with one database, that one. */
export type DatabaseOf = (partnerId: number) => Database | Promise<Database>

/**
 * The longest that a batch waits for a lock. Then it is undone, and each of its items is decided
 * apart. Another process's statement holds its locks for some milliseconds.
 */
const LOCK_TIMEOUT_MS = 100

/**
 * A transaction of the pool waits longer, because no batch waits behind it. It ends well before its
 * caller gives up, so that rows held by another session do not use up the pool's connections.
 */
const POOL_LOCK_TIMEOUT_MS = 5_000

/** A partner's list reads only its own rows, by an index. */
const PARTNER_LIST_TIMEOUT_MS = 10_000

/** The limit for an operator's query. Longer reports belong on a replica. */
const STATEMENT_TIMEOUT_MS = 30_000

/** A person waits, and would rather see a part than wait longer. */
const SCREENS_TIMEOUT_MS = 3_000

/** Counting a long queue takes time; Prometheus waits 10 s. */
const PROBE_TIMEOUT_MS = 8_000

/**
 * The client's own limit, this much later than the server's, for a server that stopped answering.
 */
const SILENCE_MS = 3_000

/** A forgotten transaction holds back vacuum, which slows every claim: it is ended. */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000

/** @param roles of the process: they say how large the pools are. */
export const createDatabase = (
  url: string,
  roles: readonly ProcessRole[] = PROCESS_ROLES,
): Database => {
  const poolFor = (use: PoolName, name: string, timeoutMs: number): pg.Pool =>
    createPool(url, name, poolSize(use, roles), timeoutMs)
  const pool = poolFor('pool', 'wasl', STATEMENT_TIMEOUT_MS)
  const partnerLists = poolFor('partnerLists', 'wasl partner lists', PARTNER_LIST_TIMEOUT_MS)
  const operatorLists = poolFor('operatorLists', 'wasl operator lists', STATEMENT_TIMEOUT_MS)
  const screens = poolFor('screens', 'wasl screens', SCREENS_TIMEOUT_MS)
  const probes = poolFor('probes', 'wasl probes', PROBE_TIMEOUT_MS)
  const lane = (name: string, settings?: Record<string, string>): Pipeline =>
    createPipeline({ url, name: `wasl ${name}`, ...(settings && { settings }) })
  const impatient = { lock_timeout: String(LOCK_TIMEOUT_MS) }
  const lanes = {
    hot: lane('hot'),
    notes: patient(lane('notes', impatient)),
    // It writes the quota's log. Losing the last moments of it in a crash of the database harms
    // nobody, so no read waits for the disk.
    status: lane('status', { ...impatient, synchronous_commit: 'off' }),
    opens: lane('opens', impatient),
    moves: lane('moves', impatient),
    claims: lane('claims', LEAVES_OUT_FENCED),
    results: lane('results', { ...impatient, ...LEAVES_OUT_FENCED }),
    apart: lane('apart', impatient),
  }
  return {
    pool,
    partnerLists,
    operatorLists,
    screens,
    probes,
    ...lanes,
    async close() {
      const pools = [pool, partnerLists, operatorLists, screens, probes].map((each) => each.end())
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
    // The pool awaits the result, although its types do not say so.
    onConnect: (client): unknown => expectPrimary(client),
    types,
  })
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => undefined)
  return pool
}
