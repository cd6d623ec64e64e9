import { createApart, HELD, type Apart, type Held, type Waiting } from './apart.ts'
import { isDataError, isLockTimeout, isLostRace, isPartnerMoved } from './errors.ts'
import { Overloaded } from './overloaded.ts'
import { atEndOfTurn } from '../chance.ts'

export type CoalesceOptions<Item, Result> = {
  /**
   * Runs one statement for a batch: one result for each item, in order, and HELD for an item whose
   * row another session holds.
   */
  run: (items: Item[]) => Promise<(Result | Held)[]>
  /** Decides one item apart from the batches, when they must not wait for it. Defaults to `run`. */
  runApart?: (items: Item[]) => Promise<(Result | Held)[]>
  /**
   * Two items of one key are never in one batch: the later one is decided after the earlier one.
   */
  keyOf?: (item: Item) => string
  /** What another session's lock may hold up. Defaults to `keyOf`. */
  lockOf?: (item: Item) => string
  batchMax: number
  /**
   * How many statements may run at once. With one, a batch is all that waits, which needs the
   * fewest commits. With more, each takes an equal share, and PostgreSQL has the next statement
   * when it finishes one.
   */
  inFlightMax: number
  /** Beyond this many waiting items, callers are refused as overloaded. */
  waitingMax: number
}

/**
 * A statement for a few items costs nearly as much as one for this many, so fewer are not divided.
 */
const SHARE_MIN = 8

/**
 * Gathers the items that arrive while a statement runs into the next one. A single item is sent at
 * once; under load a batch costs one round trip and one commit. Each item is still decided alone,
 * and no batch waits for a row that another session holds: such an item, and each item of a batch
 * that failed because of one, is decided apart (W81).
 */
export const coalesce = <Item, Result>(
  options: CoalesceOptions<Item, Result>,
): ((item: Item) => Promise<Result>) => {
  const { batchMax, inFlightMax, waitingMax, keyOf } = options
  const apart = apartOf(options)
  let waiting: Waiting<Item, Result>[] = []
  let inFlight = 0
  let underWay = 0
  /** Callers of the last batch who have not called again. Busy callers mostly do. */
  let returning = 0
  let scheduled = false

  /**
   * The size of an equal share for each statement: while PostgreSQL works on one share, this
   * process answers another. Unequal shares would stay unequal, because all callers of a batch are
   * answered, and call again, at once.
   */
  const share = (): number => {
    if (inFlightMax === 1) return batchMax
    const callers = waiting.length + underWay + returning
    return Math.min(batchMax, Math.max(SHARE_MIN, Math.ceil(callers / inFlightMax)))
  }

  /** Whether to send what waits: at once when no statement runs, else when it is a whole share. */
  const isReady = (): boolean =>
    waiting.length > 0 && (inFlight === 0 || (inFlight < inFlightMax && waiting.length >= share()))

  /** Sends items apart that wait behind an item which is decided apart. */
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

  // Runs at the end of this turn of the event loop, so that all items of the turn go together.
  const schedule = (): void => {
    if (scheduled || inFlight >= inFlightMax) return
    scheduled = true
    atEndOfTurn(flush)
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
    // A later item of a key that stays behind stays behind too: the order within a key is kept.
    keys.add(key)
  }
  return [batch, rest]
}

/**
 * `landed` is called when the batch's statement has finished, before its callers are answered, so
 * that PostgreSQL gets the next batch without waiting for the answers. Items that go apart do so
 * before that, so that no item of their key overtakes them.
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
 * Whether an error concerns one item and not the whole batch: its data, a constraint, a held lock,
 * a lost race, or the fence of a partner that moves. The statement was undone.
 */
const isOfOneItem = (error: unknown): boolean =>
  isLockTimeout(error) || isLostRace(error) || isDataError(error) || isPartnerMoved(error)
