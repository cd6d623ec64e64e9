import { setImmediate } from 'node:timers'

export type ReadInTurn = <Value>(byteCount: number, read: () => Value) => Promise<Value>

export type ReadInTurnOptions = {
  /** Milliseconds on a clock that never goes back; for tests. */
  now?: () => number
  /** Calls back in the next turn of the event loop; for tests. */
  nextTurn?: (callback: () => void) => void
}

/** What is no longer than this is read at once. Most answers of partners are. */
const SMALL_BYTES = 1_024

/** For how long one turn of the event loop begins to read further answers. */
const TURN_MS = 1

/**
 * Reads long answers a few in each turn of the event loop. The answers of many calls may arrive in the
 * same turn: read one after another, they would hold up everybody else's requests by the sum of them
 * all (W77).
 */
export function createReadInTurn(options: ReadInTurnOptions = {}): ReadInTurn {
  const now = options.now ?? (() => performance.now())
  const nextTurn = options.nextTurn ?? setImmediate
  const waiting: (() => void)[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    nextTurn(takeTurn)
  }

  function takeTurn(): void {
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
