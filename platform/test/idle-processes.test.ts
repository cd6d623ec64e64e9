import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type Platform } from '../src/run/app.ts'
import { createDatabase, type Database } from '../src/base/database/database.ts'
import type { Pipeline } from '../src/base/database/pipeline.ts'
import { createKeyring } from '../src/base/secrets/seal.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { USUAL_CONFIG } from './support/platform.ts'
import { until } from './support/wait.ts'

/** Enough seconds for every task that sweeps each second. */
const QUESTIONS = 4

const PROCESSES = 4

let database: TestDatabase
const processes: Idle[] = []

/** A process, and what it asked of the database since the last count. */
type Idle = { platform: Platform; questions: number; claims: number; sweeps: number }

/** Counts each statement of a lane by its name: the question who leads, claims, and everything else. */
const countedLane = (lane: Pipeline, idle: Idle): Pipeline => ({
  ...lane,
  query(statement) {
    if (statement.name === 'take-work') idle.questions += 1
    else if (statement.name === 'claim-deliveries') idle.claims += 1
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
  const idle = { questions: 0, claims: 0, sweeps: 0 } as Idle
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

/** What all processes ask while the first asks some times who leads, which each does every second. */
const countStatements = async (): Promise<{ claims: number; sweeps: number }[]> => {
  const [first] = processes as [Idle]
  for (const idle of processes) Object.assign(idle, { questions: 0, claims: 0, sweeps: 0 })
  await until('some seconds', () => first.questions >= QUESTIONS)
  return processes.map(({ claims, sweeps }) => ({ claims, sweeps }))
}

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  for (const { platform } of processes) await platform.stop()
  await database.drop()
})

test('four idle processes claim and sweep as often as one', async () => {
  await startIdle()
  const [alone] = await countStatements()
  expect(alone?.claims).toBeGreaterThanOrEqual(QUESTIONS / 2)
  while (processes.length < PROCESSES) await startIdle()
  const [leader, ...others] = await countStatements()
  expect(leader?.claims).toBeGreaterThanOrEqual(QUESTIONS / 2)
  expect(others.map(({ claims }) => claims)).toEqual([0, 0, 0])
  // Heartbeats fall into these seconds.
  for (const { sweeps } of others) expect(sweeps).toBeLessThanOrEqual(2)
  expect(leader?.sweeps).toBeGreaterThan(QUESTIONS)
})
