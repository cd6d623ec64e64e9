import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { databaseError, SQL_STATE } from '../../../base/database/errors.ts'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import { createDispatcher, type Dispatcher, type DispatcherOptions } from './dispatcher.ts'

/** Partners to whom something is owed, of which a claim looks at so many, and nothing is due yet. */
const OWED = 2_500
const LOOKED_AT = 1_000

let dispatcher: Dispatcher | undefined

afterEach(() => dispatcher?.stop())

/**
 * Stands for the claiming statement, which takes a moment; records after which partner each claim began,
 * apart for those of payments opened lately and those of all payments.
 */
const createClaims = (claimed: Record<'lately' | 'all', number[]>): Pipeline => ({
  async query({ values }) {
    const after = values[0] as number
    const isOfAll = String(values[6]).startsWith('00000000-0000')
    claimed[isOfAll ? 'all' : 'lately'].push(after)
    await pause(1)
    const last = after + LOOKED_AT
    return [{ event_id: null, left_off: last < OWED ? last : null }] as any
  },
  close: async () => undefined,
})

type Options = Partial<Pick<DispatcherOptions, 'claims' | 'isLeading' | 'log' | 'pollMs'>>

const startDispatcher = (options: Options = {}) => {
  const claimed = { lately: [] as number[], all: [] as number[] }
  dispatcher = createDispatcher({
    claims: createClaims(claimed),
    pollMs: 60_000,
    log: pino({ level: 'silent' }),
    ...options,
    record: async () => false,
    targets: { get: async () => null },
    send: () => Promise.reject(new Error('nothing is due')),
  })
  dispatcher.start()
  return { ...dispatcher, claimed }
}

/** These claims come, however long that takes, and in a moment after them no more. */
const expectClaims = async (claimed: number[], expected: number[]): Promise<void> => {
  await expect.poll(() => claimed, { interval: 5 }).toEqual(expected)
  await pause(50)
  expect(claimed).toEqual(expected)
}

const ROUND = [0, 1_000, 2_000]

test('claims visit all partners once for each wake-up, however many there are', async () => {
  const { wake, claimed } = startDispatcher()
  await expectClaims(claimed.lately, ROUND)
  wake()
  await expectClaims(claimed.lately, [...ROUND, ...ROUND])
})

test('deliveries of old payments are claimed at the start and at each poll, not at a wake-up', async () => {
  const { wake, claimed } = startDispatcher()
  await expectClaims(claimed.all, ROUND)
  wake()
  await expectClaims(claimed.lately, [...ROUND, ...ROUND])
  expect(claimed.all).toEqual(ROUND)
})

test('only the dispatcher that leads claims what a process without one made due', async () => {
  let leads = false
  const { wakeForNew, wakeForOthers, claimed } = startDispatcher({ isLeading: () => leads })
  await expectClaims(claimed.lately, ROUND)
  wakeForNew()
  await expectClaims(claimed.lately, ROUND)
  wakeForOthers()
  await expectClaims(claimed.lately, [...ROUND, ...ROUND])
  leads = true
  wakeForNew()
  await expectClaims(claimed.lately, [...ROUND, ...ROUND, ...ROUND])
})

test('an idle dispatcher polls only while it leads', async () => {
  let leads = false
  const { claimed } = startDispatcher({ isLeading: () => leads, pollMs: 5 })
  await expectClaims(claimed.all, ROUND)
  leads = true
  await expect.poll(() => claimed.all.length, { interval: 5 }).toBeGreaterThan(ROUND.length * 2)
})

test('a claim that is refused because a partner began to move is made again, and is no error', async () => {
  const failures = [
    databaseError('partner 1001 is moving', SQL_STATE.partnerMoved),
    new Error('The database is away.'),
  ]
  const levels: number[] = []
  const claimed = { lately: [] as number[], all: [] as number[] }
  const claims = createClaims(claimed)
  startDispatcher({
    log: pino({}, { write: (line) => void levels.push(JSON.parse(line).level) }),
    claims: {
      ...claims,
      query: async (statement) => {
        const failure = failures.shift()
        if (failure) throw failure
        return claims.query(statement)
      },
    },
  })
  await expectClaims(claimed.lately, ROUND)
  expect(levels).toEqual([pino.levels.values['info'], pino.levels.values['error']])
})
