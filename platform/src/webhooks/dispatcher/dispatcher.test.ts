import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Pipeline } from '../../database/pipeline.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'

/** Partners to whom something is owed, of which a claim looks at so many, and nothing is due yet. */
const OWED = 2_500
const LOOKED_AT = 1_000

let dispatcher: Dispatcher | undefined

afterEach(() => dispatcher?.stop())

/** Stands for the claiming statement, which takes a moment; records after which partner each claim began. */
const createClaims = (claimed: number[]): Pipeline => ({
  async query({ values }) {
    const after = values[0] as number
    claimed.push(after)
    await pause(1)
    const last = after + LOOKED_AT
    return [{ event_id: null, left_off: last < OWED ? last : null }] as any
  },
  close: async () => undefined,
})

test('claims go round all partners once for each wake-up, however many there are', async () => {
  const claimed: number[] = []
  dispatcher = createDispatcher({
    claims: createClaims(claimed),
    pollMs: 60_000,
    log: pino({ level: 'silent' }),
    record: async () => false,
    targets: { get: async () => null },
    send: () => Promise.reject(new Error('nothing is due')),
  })
  /** These claims come, however long that takes, and in a moment after them no more. */
  const expectClaims = async (expected: number[]): Promise<void> => {
    await expect.poll(() => claimed, { interval: 5 }).toEqual(expected)
    await pause(50)
    expect(claimed).toEqual(expected)
  }
  dispatcher.start()
  await expectClaims([0, 1_000, 2_000])
  dispatcher.wake()
  await expectClaims([0, 1_000, 2_000, 0, 1_000, 2_000])
})
