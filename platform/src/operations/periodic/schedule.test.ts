import { setImmediate } from 'node:timers/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { databaseError, SQL_STATE } from '../../base/database/errors.ts'
import { periodic } from './schedule.ts'

const log = pino({ level: 'silent' })

test('the age of a task that fails grows; it starts again when the task succeeds', async () => {
  let now = 0
  const runs: (() => void)[] = []
  const runAt = async (ms: number, isFailing: boolean): Promise<void> => {
    await new Promise<void>((resolve) => {
      runs.push(() => {
        now = ms
        resolve()
        if (isFailing) throw new Error('The database is away.')
      })
    })
    // What comes of a run is known a turn of the event loop later.
    await setImmediate()
  }
  const task = async (): Promise<void> => runs.shift()?.()
  const running = periodic('count', 1, log, task, () => now)
  await runAt(3_000, true)
  expect(running.age()).toEqual({ task: 'count', ageSeconds: 3, pauseSeconds: 0.001 })
  await runAt(7_000, true)
  expect(running.age().ageSeconds).toBe(7)
  await runAt(9_000, false)
  now = 9_500
  expect(running.age().ageSeconds).toBe(0.5)
  await running.stop()
})

test('a failed run is an error in the log; one that a partner refuses because it moves is not', async () => {
  const levels: number[] = []
  const noting = pino({}, { write: (line) => void levels.push(JSON.parse(line).level) })
  const failures = [
    databaseError('partner 1001 is moving', SQL_STATE.partnerMoved),
    new Error('The database is away.'),
  ]
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const running = periodic('count', 1, noting, async () => {
    const failure = failures.shift()
    if (failure) throw failure
    resolve()
  })
  await over
  expect(levels).toEqual([pino.levels.values['info'], pino.levels.values['error']])
  await running.stop()
})
