import { setImmediate } from 'node:timers'
import { createApart, HELD, type Apart, type Held, type Waiting } from './apart.ts'
import { isDataError, isLockTimeout, isLostRace } from './errors.ts'
import { Overloaded } from './overloaded.ts'

export type CoalesceOptions<Item, Result> = {
  /** Answers a batch, one result for each item, in order; HELD where another session has the row. */
  run: (items: Item[]) => Promise<(Result | Held)[]>
  /** Decides one item away from the batches, when they must not wait for it: `run`, unless told. */
  runApart?: (items: Item[]) => Promise<(Result | Held)[]>
  /** Two items of one key never share a batch: the later one is decided after the earlier one. */
  keyOf?: (item: Item) => string
  /** What a lock of another session can hold up: `keyOf`, unless told. */
  lockOf?: (item: Item) => string
  batchMax: number
  /**
   * How many statements may be under way. With one, a batch is all that waits: the fewest commits.
   * With more, each takes a share, and PostgreSQL finds the next one there when it has done one.
   */
  inFlightMax: number
  /** Beyond this the caller is told that the platform is overloaded. */
  waitingMax: number
}

/** A statement for a few costs nearly as much as one for this many, so fewer are not parted. */
const SHARE_MIN = 8

/**
 * Gathers what comes in while earlier statements are under way into one set-based statement.
 * One alone goes out at once; under load a batch costs one round trip and one commit for all.
 * Each item is still decided alone, and no batch waits for a row that another session holds: such an
 * item, and each item of a batch that failed because of one, is decided apart (W81).
 */
export const coalesce = <Item, Result>(
  options: CoalesceOptions<Item, Result>,
): ((item: Item) => Promise<Result>) => {
  const { batchMax, inFlightMax, waitingMax, keyOf } = options
  const apart = apartOf(options)
  let waiting: Waiting<Item, Result>[] = []
  let inFlight = 0
  let underWay = 0
  /** Callers of the last batch who have not asked again. Busy callers mostly do. */
  let returning = 0
  let scheduled = false

  /**
   * Callers in equal parts, one for each statement, so that while PostgreSQL works on one part this
   * process answers another and hears what it asks next. Unequal parts would stay so, as all of a
   * batch are answered, and ask again, at once.
   */
  const share = (): number => {
    if (inFlightMax === 1) return batchMax
    const callers = waiting.length + underWay + returning
    return Math.min(batchMax, Math.max(SHARE_MIN, Math.ceil(callers / inFlightMax)))
  }

  /** What waits goes out at once when nothing is under way, else when it is a whole share. */
  const isReady = (): boolean =>
    waiting.length > 0 && (inFlight === 0 || (inFlight < inFlightMax && waiting.length >= share()))

  /** What waits behind an item that went apart goes there too. */
  const partHeld = (): void => {
    const isHeld = waiting.map(({ item }) => apart.takes(item))
    if (!isHeld.includes(true)) return
    for (const [index, entry] of waiting.entries()) if (isHeld[index]) apart.add(entry)
    waiting = waiting.filter((_, index) => !isHeld[index])
  }

  const flush = (): void => {
    scheduled = false
    if (apart.isActive()) partHeld()
    while (isReady()) {
      const [batch, rest] = takeBatch(waiting, share(), keyOf)
      waiting = rest
      inFlight += 1
      underWay += batch.length
      void answer(batch, options.run, apart, () => {
        inFlight -= 1
        underWay -= batch.length
        returning = batch.length
        flush()
      })
    }
  }

  // The end of the event loop's turn: all that the sockets brought in this turn goes together.
  const schedule = (): void => {
    if (scheduled || inFlight >= inFlightMax) return
    scheduled = true
    setImmediate(flush)
  }

  return (item) => {
    if (waiting.length >= waitingMax) {
      return Promise.reject(new Overloaded(`${waiting.length} statements are waiting already`))
    }
    if (returning > 0) returning -= 1
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
  }
}

let others = 0

const apartOf = <Item, Result>({
  run,
  runApart = run,
  keyOf,
  // Items without a key have nothing in common.
  lockOf = keyOf ?? (() => String((others += 1))),
}: CoalesceOptions<Item, Result>): Apart<Item, Result> =>
  createApart({
    keyOf: lockOf,
    run: async (item) => (await runApart([item]))[0] as Result | Held,
  })

const takeBatch = <Item, Result>(
  waiting: Waiting<Item, Result>[],
  batchMax: number,
  keyOf: ((item: Item) => string) | undefined,
): [Waiting<Item, Result>[], Waiting<Item, Result>[]] => {
  if (!keyOf) return [waiting.slice(0, batchMax), waiting.slice(batchMax)]
  const keys = new Set<string>()
  const batch: Waiting<Item, Result>[] = []
  const rest: Waiting<Item, Result>[] = []
  for (const entry of waiting) {
    const key = keyOf(entry.item)
    if (batch.length < batchMax && !keys.has(key)) batch.push(entry)
    else rest.push(entry)
    // A later item of a key that is left behind is left behind too: order within a key is kept.
    keys.add(key)
  }
  return [batch, rest]
}

/**
 * `landed` is called when the statement for the batch is over, and before its callers are answered:
 * the next batch is on its way by then, and PostgreSQL does not wait for the answers. What goes apart
 * does so before that, so that nothing of its key overtakes it.
 */
const answer = async <Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<(Result | Held)[]>,
  apart: Apart<Item, Result>,
  landed: () => void,
): Promise<void> => {
  try {
    const results = await run(batch.map(({ item }) => item))
    for (const [index, entry] of batch.entries()) if (results[index] === HELD) apart.add(entry)
    landed()
    for (const [index, { resolve }] of batch.entries()) {
      if (results[index] !== HELD) resolve(results[index] as Result)
    }
  } catch (error) {
    if (isOfOneItem(error)) for (const entry of batch) apart.add(entry)
    landed()
    if (!isOfOneItem(error)) for (const { reject } of batch) reject(error)
  }
}

/**
 * Data and constraint errors (classes 22, 23) concern one item, not all that came with it, and so do a
 * lock that another session holds and a race that was lost. The statement was undone.
 */
const isOfOneItem = (error: unknown): boolean =>
  isLockTimeout(error) || isLostRace(error) || isDataError(error)
