import { databaseError, isLockTimeout, isLostRace, SQL_STATE } from './errors.ts'
import { Overloaded } from './overloaded.ts'
import { after, monotonicMs, random, type Timer } from '../chance.ts'

/** A statement's result for an item whose row another session holds: nothing was decided. */
export const HELD = Symbol('held')
export type Held = typeof HELD

export type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

export type ApartOptions<Item, Result> = {
  /** Items of one key wait for each other here. Items of other keys do not wait for them. */
  keyOf: (item: Item) => string
  /** Decides one item. It waits for a lock at most as long as its connection's `lock_timeout`. */
  run: (item: Item) => Promise<Result | Held>
}

export type Apart<Item, Result> = {
  /** Whether it has any items now. */
  isActive(): boolean
  /** Whether items of this one's key are decided here now: then this item must come here too. */
  takes(item: Item): boolean
  /** Decides the entry, or gives up after `PATIENCE_MS`. Refuses it when too many are waiting. */
  add(entry: Waiting<Item, Result>): void
}

/** A held row may be requested again and again; at most this many callers wait for it. */
const KEY_WAITING_MAX = 100
const WAITING_MAX = 2_000

/**
 * How long an item is retried while another session holds what it needs, and how often at least: while
 * this process stood still, nobody tried.
 */
const PATIENCE_MS = 5_000
const TRIES_MIN = 4

/** The first pause between two tries of one item: other processes' statements take milliseconds. */
const PAUSE_FIRST_MS = 4
const PAUSE_LONGEST_MS = 500

/**
 * After an item was given up, later items of its key come here for this long, so that no batch
 * waits for them.
 */
const SUSPECT_MS = 30_000
const SUSPECTS_MAX = 10_000

type Entry<Item, Result> = Waiting<Item, Result> & {
  key: string
  tries: number
  /** When it was first tried. */
  sinceMs: number
}

/**
 * Decides items one at a time, apart from the batches that they would delay: items whose row
 * another session holds, and the items of a batch that failed because of one of them. One statement
 * runs at a time. A held item is retried after a pause, after the items that were not tried yet.
 */
export const createApart = <Item, Result>({
  keyOf,
  run,
}: ApartOptions<Item, Result>): Apart<Item, Result> => {
  const queues = createQueues<Entry<Item, Result>>()
  const suspects = createSuspects()
  const untried: Entry<Item, Result>[] = []
  const tried: Entry<Item, Result>[] = []
  let isBusy = false

  const next = (): void => {
    const entry = isBusy ? undefined : (untried.shift() ?? tried.shift())
    if (entry === undefined) return
    isBusy = true
    void attempt(entry).finally(() => {
      isBusy = false
      next()
    })
  }

  const attempt = async (entry: Entry<Item, Result>): Promise<void> => {
    entry.tries += 1
    try {
      const result = await run(entry.item)
      if (result === HELD) postpone(entry, heldTooLong())
      else {
        suspects.clear(entry.key)
        finish(entry)
        entry.resolve(result)
      }
    } catch (error) {
      if (isLockTimeout(error) || isLostRace(error)) postpone(entry, error)
      else refuse(entry, error)
    }
  }

  const postpone = (entry: Entry<Item, Result>, reason: unknown): void => {
    if (monotonicMs() - entry.sinceMs >= PATIENCE_MS && entry.tries >= TRIES_MIN) {
      suspects.add(entry.key)
      refuse(entry, reason)
      return
    }
    after(pauseMs(entry.tries), () => {
      tried.push(entry)
      next()
    })
  }

  const refuse = (entry: Entry<Item, Result>, reason: unknown): void => {
    finish(entry)
    entry.reject(reason)
  }

  const finish = ({ key }: Entry<Item, Result>): void => {
    const following = queues.dropFirst(key)
    if (following) untried.push(following)
  }

  return {
    isActive: () => queues.size() > 0 || suspects.size > 0,
    takes(item) {
      const key = keyOf(item)
      return queues.has(key) || suspects.has(key)
    },
    add(waiting) {
      const key = keyOf(waiting.item)
      const entry = { ...waiting, key, tries: 0, sinceMs: monotonicMs() }
      const place = queues.add(key, entry)
      if (place === null) entry.reject(new Overloaded('too many items wait for other sessions'))
      if (place !== 0) return
      untried.push(entry)
      next()
    },
  }
}

type Queues<Queued> = {
  /** The entry's place in the queue of its key, or null when the queue is full. */
  add(key: string, entry: Queued): number | null
  /** Removes the first entry of a key and returns the next one. */
  dropFirst(key: string): Queued | undefined
  has(key: string): boolean
  size(): number
}

/** The entries of each key, in order. The first one is being decided. */
const createQueues = <Queued>(): Queues<Queued> => {
  const queues = new Map<string, Queued[]>()
  let count = 0
  return {
    add(key, entry) {
      const queue = queues.get(key) ?? []
      if (count >= WAITING_MAX || queue.length >= KEY_WAITING_MAX) return null
      count += 1
      queues.set(key, queue)
      return queue.push(entry) - 1
    },
    dropFirst(key) {
      const queue = queues.get(key) ?? []
      queue.shift()
      count -= 1
      if (queue.length === 0) queues.delete(key)
      return queue[0]
    },
    has: (key) => queues.has(key),
    size: () => count,
  }
}

/** Keys whose items were given up a short while ago. */
const createSuspects = () => {
  const timers = new Map<string, Timer>()
  const clear = (key: string): void => {
    timers.get(key)?.cancel()
    timers.delete(key)
  }
  return {
    add(key: string): void {
      clear(key)
      if (timers.size >= SUSPECTS_MAX) return
      timers.set(
        key,
        after(SUSPECT_MS, () => clear(key), true),
      )
    },
    clear,
    has: (key: string): boolean => timers.has(key),
    get size(): number {
      return timers.size
    },
  }
}

/**
 * Each pause is about twice the one before. The random part keeps two processes from retrying in
 * step.
 */
const pauseMs = (tries: number): number =>
  Math.min(PAUSE_LONGEST_MS, PAUSE_FIRST_MS * 2 ** tries) * (0.5 + random())

/** PostgreSQL's code for a lock that is not available, so that the caller is asked to try again. */
const heldTooLong = (): Error =>
  databaseError(
    `another session held the row for more than ${PATIENCE_MS} ms`,
    SQL_STATE.lockNotAvailable,
  )
