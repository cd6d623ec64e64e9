import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import { createRecovery } from './recovery.ts'
import type { AttemptResult } from '../queue/record.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // lru-cache reads a start at 0 as no start.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const log = pino({ level: 'silent' })

const result = (partnerId: number, outcome: AttemptResult['outcome']): AttemptResult =>
  ({ partnerId, outcome, isPartnerInTrouble: false }) as AttemptResult

const noDatabase: Pipeline = {
  query: async () => [],
  close: async () => undefined,
}

test('a failure counts as the partner’s trouble unless it acknowledged another event recently', () => {
  const recovery = createRecovery(noDatabase, log, () => undefined)
  const failsForTrouble = (partnerId: number, outcome: AttemptResult['outcome'] = 'timeout') => {
    const ended = result(partnerId, outcome)
    recovery.ended(ended)
    return ended.isPartnerInTrouble
  }
  expect(failsForTrouble(1)).toBe(true)
  recovery.ended(result(1, 'acknowledged'))
  expect([failsForTrouble(1), failsForTrouble(2)]).toEqual([false, true])
  vi.advanceTimersByTime(10_000)
  expect(failsForTrouble(1)).toBe(false)
  vi.advanceTimersByTime(1)
  expect([failsForTrouble(1), failsForTrouble(1, 'not_sent')]).toEqual([true, false])
})

test('the partners of recorded acknowledgements are handled together, each once', async () => {
  const asked: unknown[] = []
  let woken = 0
  const database: Pipeline = {
    async query({ values }) {
      asked.push(values[0])
      return asked.length === 1 ? ([{ partner_id: 1 }] as any) : []
    },
    close: async () => undefined,
  }
  const recovery = createRecovery(database, log, () => (woken += 1))
  recovery.recorded(result(1, 'acknowledged'))
  recovery.recorded(result(2, 'acknowledged'))
  recovery.recorded(result(1, 'acknowledged'))
  recovery.recorded(result(3, 'http_status'))
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toEqual(['{1,2}'])
  expect(woken).toBe(1)
  recovery.recorded(result(2, 'acknowledged'))
  await vi.advanceTimersByTimeAsync(500)
  expect([asked, woken]).toEqual([['{1,2}', '{2}'], 1])
  recovery.recorded(result(2, 'acknowledged'))
  await recovery.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(2)
})
