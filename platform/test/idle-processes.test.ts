import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type Platform } from '../src/run/app.ts'
import { createDatabase, type Database } from '../src/base/database/database.ts'
import type { Pipeline } from '../src/base/database/pipeline.ts'
import { createKeyring } from '../src/base/secrets/seal.ts'
import { createTestDatabase, openPool, type TestDatabase } from './support/database.ts'
import { USUAL_CONFIG } from './support/platform.ts'
import { until } from './support/wait.ts'

/** Enough seconds for every task that sweeps each second. */
const QUESTIONS = 4

const PROCESSES = 4

let database: TestDatabase
/** The test's own connections. */
let pool: pg.Pool
const processes: Idle[] = []

/** A process, what it calls itself in the database, and what it asked since the last count. */
type Idle = { platform: Platform; id: string; questions: number; claims: number; sweeps: number }

const NOTHING = { questions: 0, claims: 0, sweeps: 0 }

/** Counts each statement of a lane by its name: the question who leads, claims, and everything else. */
const countedLane = (lane: Pipeline, idle: Idle): Pipeline => ({
  ...lane,
  query(statement) {
    if (statement.name === 'take-work') {
      idle.questions += 1
      idle.id = String(statement.values[1])
    } else if (statement.name === 'claim-deliveries') idle.claims += 1
    else idle.sweeps += 1
    return lane.query(statement)
  },
})

/** Statements and transactions of the pool are counted, too. */
const counted = (db: Database, idle: Idle): Database => {
  db.pool.on('acquire', () => (idle.sweeps += 1))
  const { hot, notes, moves, claims, results, apart } = db
  const lanes = { hot, notes, moves, claims, results, apart }
  const over = Object.entries(lanes).map(([name, lane]) => [name, countedLane(lane, idle)])
  return { ...db, ...Object.fromEntries(over) }
}

const startIdle = async (): Promise<Idle> => {
  const idle = { id: '', ...NOTHING } as Idle
  idle.platform = buildApp({
    config: USUAL_CONFIG,
    db: counted(createDatabase(database.url), idle),
    databaseUrl: database.url,
    keyring: createKeyring(Buffer.alloc(32, 1)),
    log: pino({ level: 'silent' }),
  })
  await idle.platform.start(0)
  processes.push(idle)
  // At its second question who leads, the statements of its start are over.
  await until('the start', () => idle.questions >= 2)
  return idle
}

type Leaders = { dispatch: string; periodic: string }

/** The process that leads each work: another one may after a stall of the machine. */
const readLeaders = async (): Promise<Leaders> => {
  const { rows } = await pool.query<{ work: string; holder: string }>(
    'select work, holder from work_leases',
  )
  return Object.fromEntries(rows.map(({ work, holder }) => [work, holder])) as Leaders
}

const isLeader = ({ id }: Pick<Idle, 'id'>, leaders: Leaders): boolean =>
  id === leaders.dispatch || id === leaders.periodic

type Count = Pick<Idle, 'id' | 'claims' | 'sweeps'>

/** What all processes ask while each asks so often who leads, which it does every second. */
const countDuring = async (questions: number): Promise<Count[]> => {
  for (const idle of processes) Object.assign(idle, NOTHING)
  await until('some seconds', () => processes.every((idle) => idle.questions >= questions))
  return processes.map(({ id, claims, sweeps }) => ({ id, claims, sweeps }))
}

/** Until a process that leads nothing has ended what it began when it started, or when it led. */
const othersQuiet = async (leaders: Leaders): Promise<void> => {
  let counts: Count[]
  do {
    counts = await countDuring(2)
  } while (counts.some((one) => !isLeader(one, leaders) && one.claims + one.sweeps > 0))
}

/** Counted again when the lead went over meanwhile. */
const countStatements = async (): Promise<{ leaders: Leaders; counts: Count[] }> => {
  for (;;) {
    const leaders = await readLeaders()
    await othersQuiet(leaders)
    const counts = await countDuring(QUESTIONS)
    if (isDeepStrictEqual(await readLeaders(), leaders)) return { leaders, counts }
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 1)
})

afterAll(async () => {
  for (const { platform } of processes) await platform.stop()
  await pool.end()
  await database.drop()
})

test('four idle processes claim and sweep as often as one', async () => {
  await startIdle()
  const [alone] = (await countStatements()).counts
  expect(alone?.claims).toBeGreaterThanOrEqual(QUESTIONS / 2)
  while (processes.length < PROCESSES) await startIdle()
  const { leaders, counts } = await countStatements()
  const byId = new Map(counts.map((count) => [count.id, count]))
  expect(byId.size).toBe(PROCESSES)
  expect(byId.get(leaders.dispatch)?.claims).toBeGreaterThanOrEqual(QUESTIONS / 2)
  expect(byId.get(leaders.periodic)?.sweeps).toBeGreaterThan(QUESTIONS)
  const others = counts.filter(({ id }) => id !== leaders.dispatch)
  expect(others.map(({ claims }) => claims)).toEqual([0, 0, 0])
  // Heartbeats fall into these seconds.
  const idle = counts.filter((count) => !isLeader(count, leaders))
  for (const { sweeps } of idle) expect(sweeps).toBeLessThanOrEqual(2)
})
