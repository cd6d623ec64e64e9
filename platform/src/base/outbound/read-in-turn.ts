import { atEndOfTurn, monotonicMs } from '../chance.ts'

export type ReadInTurn = <Value>(byteCount: number, read: () => Value) => Promise<Value>

export type ReadInTurnOptions = {
  /** Milliseconds of a monotonic clock; for tests. */
  now?: () => number
  /** Calls back in the next turn of the event loop; for tests. */
  nextTurn?: (callback: () => void) => void
}

/** A shorter answer is read at once. Most answers are shorter. */
const SMALL_BYTES = 1_024

/** For how long one turn of the event loop starts reading further answers. */
const TURN_MS = 1

/**
 * Reads long answers a few in each turn of the event loop. The answers of many calls may arrive in
 * one turn; reading them all in it would delay every other request by the sum (W77).
 */
export const createReadInTurn = (options: ReadInTurnOptions = {}): ReadInTurn => {
  const now = options.now ?? monotonicMs
  const nextTurn = options.nextTurn ?? atEndOfTurn
  const waiting: (() => void)[] = []
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    nextTurn(takeTurn)
  }

  const takeTurn = (): void => {
    isScheduled = false
    const until = now() + TURN_MS
    do waiting.shift()?.()
    while (waiting.length > 0 && now() < until)
    schedule()
  }

  return (byteCount, read) =>
    new Promise((resolve, reject) => {
      const readNow = (): void => {
        try {
          resolve(read())
        } catch (error) {
          reject(error)
        }
      }
      if (byteCount <= SMALL_BYTES) return readNow()
      waiting.push(readNow)
      schedule()
    })
}
