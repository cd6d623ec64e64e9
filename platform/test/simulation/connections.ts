import type pg from 'pg'
import type { Database } from '../../src/base/database/database.ts'
import { patient } from '../../src/base/database/patient.ts'
import type { Pipeline, Statement } from '../../src/base/database/pipeline.ts'
import type { Fate, ProcessOwner, Scheduler } from './scheduler.ts'

/** The two real connections behind all that the simulated processes hold. */
export type RealConnections = { hot: Pipeline; client: pg.ClientBase }

/** A statement with its values, as the platform gives it to pg; or pg's own form of one. */
type Arguments = [text: string, values?: unknown[]]

/** Sees the statements that PostgreSQL executed, with their rows, also when the answer was lost. */
export type OnExecuted = (
  owner: ProcessOwner,
  statement: { name: string; values: unknown[] },
  rows: Record<string, any>[],
) => void

type Deps = {
  scheduler: Scheduler
  real: RealConnections
  /**
   * Brings the database's clock to the simulation's. Nobody waits for it, so a statement of the same
   * connection must follow at once: the other connection may overtake it.
   */
  setClock: (connection: 'hot' | 'client') => void
  onExecuted: OnExecuted
}

/** What pg says of a connection that broke. */
const lost = (): Error => new Error('Connection terminated unexpectedly')

const never = new Promise<never>(() => undefined)

/**
 * A transaction whose next statement takes longer to come, or to end, waits for something else than the
 * database: nothing else runs meanwhile. Whole transactions take 0.15 s at most on two cores with a load
 * of 30, so it is not the machine that is slow.
 */
const STATEMENT_MS_MAX = 20_000

/** A platform process's connections. Each statement and each transaction waits for its turn. */
export const simulatedDatabase = (deps: Deps, owner: ProcessOwner): Database => {
  const lane = (name: string): Pipeline => laneOf(deps, owner, name)
  const pool = poolOf(deps, owner)
  return {
    pool,
    partnerLists: pool,
    operatorLists: pool,
    screens: pool,
    probes: pool,
    hot: lane('hot'),
    notes: patient(lane('notes')),
    status: lane('status'),
    opens: lane('opens'),
    moves: lane('moves'),
    claims: lane('claims'),
    results: lane('results'),
    apart: lane('apart'),
    close: () => Promise.resolve(),
  }
}

const laneOf = (deps: Deps, owner: ProcessOwner, name: string): Pipeline => ({
  query: <Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      const { scheduler, real, setClock, onExecuted } = deps
      const lose = (): void => reject(lost())
      const execute = async (): Promise<Row[]> => {
        setClock('hot')
        const rows = await real.hot.query<Row>(statement)
        onExecuted(owner, statement, rows)
        return rows
      }
      scheduler.add({
        owner,
        lane: name,
        what: statement.name,
        lose,
        async run({ fate }) {
          if (fate.kind === 'runs') {
            await execute().then(resolve, reject)
            return ''
          }
          // An error of the database would not have reached the process either.
          if (fate.when === 'after') await execute().catch(() => undefined)
          if (fate.kind === 'dies') owner.isAlive = false
          else {
            reject(lost())
            scheduler.loseLane(owner, name)
          }
          return saidOf(fate)
        },
      })
    }),
  close: () => Promise.resolve(),
})

const saidOf = (fate: Exclude<Fate, { kind: 'runs' }>): string =>
  fate.kind === 'dies'
    ? `its process dies ${fate.when} it`
    : `its connection is lost ${fate.when} it`

/** Of a pool, only what the platform uses. */
const poolOf = (deps: Deps, owner: ProcessOwner): pg.Pool => {
  const { scheduler, real, setClock } = deps
  const connect = (): Promise<pg.PoolClient> =>
    new Promise((resolve, reject) => {
      scheduler.add({
        owner,
        lane: null,
        what: 'transaction',
        lose: () => reject(lost()),
        run: ({ fate }) => runTransaction(deps, owner, fate, resolve),
      })
    })
  const query = (...args: Arguments): Promise<unknown> =>
    new Promise((resolve, reject) => {
      scheduler.add({
        owner,
        lane: null,
        what: labelOf(args[0]),
        async run({ fate }) {
          const execute = () => {
            setClock('client')
            return real.client.query(...args)
          }
          if (fate.kind === 'runs') {
            await execute().then(resolve, reject)
            return ''
          }
          if (fate.when === 'after') await execute().catch(() => undefined)
          if (fate.kind === 'dies') owner.isAlive = false
          else reject(lost())
          return saidOf(fate)
        },
      })
    })
  return { connect, query, on: () => undefined } as unknown as pg.Pool
}

/** The first words of a statement. */
const labelOf = (statement: unknown): string => {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  return text.trim().split(/\s+/).slice(0, 4).join(' ')
}

/** Runs one transaction from its first statement to its end, with no other statement between. */
const runTransaction = async (
  { real, setClock, onExecuted }: Deps,
  owner: ProcessOwner,
  fate: Fate,
  begin: (client: pg.PoolClient) => void,
): Promise<string> => {
  let said = ''
  let count = 0
  let isLost = false
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()

  const strike = async (args: Arguments, isCommit: boolean): Promise<never> => {
    isLost = true
    if (fate.kind === 'runs') throw lost()
    if (isCommit && fate.when === 'after') await real.client.query(...args)
    else if (count > 1) await real.client.query('rollback')
    said = `${saidOf(fate)}, at ${labelOf(args[0])}`
    if (fate.kind !== 'dies') throw lost()
    owner.isAlive = false
    end()
    return never
  }

  const query = async (...args: Arguments): Promise<unknown> => {
    if (isLost) throw lost()
    timer.refresh()
    count += 1
    const isCommit = args[0] === 'commit'
    if (fate.kind !== 'runs' && (count > fate.at || isCommit)) return strike(args, isCommit)
    if (count === 1) setClock('client')
    const result = await real.client.query(...args)
    const [text, values = []] = args
    if (typeof text === 'string') onExecuted(owner, { name: text, values }, result.rows)
    return result
  }
  const client = { query, release: () => end(), on: () => undefined, off: () => undefined }
  const timer = setTimeout(() => {
    said = 'VIOLATION: the transaction waits for something else than the database'
    end()
  }, STATEMENT_MS_MAX)
  begin(client as unknown as pg.PoolClient)
  await ended
  clearTimeout(timer)
  return said
}
