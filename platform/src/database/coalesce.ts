import { setImmediate } from 'node:timers'

export type CoalesceOptions<Item, Result> = {
  /** Answers a batch, one result for each item, in order. */
  run: (items: Item[]) => Promise<Result[]>
  /** Two items of one key never share a batch: the later one is decided after the earlier one. */
  keyOf?: (item: Item) => string
  batchMax: number
  /**
   * How many statements may be under way. With one, a batch is all that waits: the fewest commits.
   * With more, each takes a share, and PostgreSQL finds the next one there when it has done one.
   */
  inFlightMax: number
  /** Beyond this the caller is told that the platform is overloaded. */
  waitingMax: number
}

/** More work came in than can be done in time. Nothing of it was begun. */
export class Overloaded extends Error {}

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/** A statement for a few costs nearly as much as one for this many, so fewer are not parted. */
const SHARE_MIN = 8

/**
 * Gathers what comes in while earlier statements are under way into one set-based statement.
 * One alone goes out at once; under load a batch costs one round trip and one commit for all.
 * Each item is still decided alone: a batch that fails because of an item is run again item by
 * item.
 */
export const coalesce = <Item, Result>(
  options: CoalesceOptions<Item, Result>,
): ((item: Item) => Promise<Result>) => {
  const { batchMax, inFlightMax, waitingMax, keyOf } = options
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

  const flush = (): void => {
    scheduled = false
    while (isReady()) {
      const [batch, rest] = takeBatch(waiting, share(), keyOf)
      waiting = rest
      inFlight += 1
      underWay += batch.length
      void answer(batch, options.run, () => {
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
 * `landed` is called when the last statement for the batch is over, and before its callers are
 * answered: the next batch is on its way by then, and PostgreSQL does not wait for the answers.
 */
const answer = async <Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
  landed: () => void,
): Promise<void> => {
  try {
    const results = await run(batch.map(({ item }) => item))
    landed()
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
  } catch (error) {
    if (isWorthAnotherRun(error)) {
      for (const entry of batch) await answerAlone(entry, run)
    } else for (const { reject } of batch) reject(error)
    landed()
  }
}

const LONE_RUNS_MAX = 3

const answerAlone = async <Item, Result>(
  entry: Waiting<Item, Result>,
  run: (items: Item[]) => Promise<Result[]>,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [result] = await run([entry.item])
      entry.resolve(result as Result)
      return
    } catch (error) {
      if (attempt < LONE_RUNS_MAX && isLostRace(error)) continue
      entry.reject(error)
      return
    }
  }
}

/** Deadlock and serialization failure: PostgreSQL undid the statement and asks to run it again. */
const isLostRace = (error: unknown): boolean => ['40P01', '40001'].includes(sqlStateOf(error))

/** Data and constraint errors (classes 22, 23) concern one item, not all that came with it. */
const isWorthAnotherRun = (error: unknown): boolean =>
  isLostRace(error) || ['22', '23'].includes(sqlStateOf(error).slice(0, 2))

const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
