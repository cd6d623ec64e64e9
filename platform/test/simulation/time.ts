import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers'
import type { Chance, Timer } from '../../src/base/chance.ts'
import { randomOf } from './random.ts'

/** What made a timer: a process of the platform, which may die before it fires. */
export type Owner = { isAlive: boolean }

type Waiting = { atMs: number; order: number; owner: Owner; act: () => void; everyMs?: number }

export type VirtualTime = {
  /** Takes the place of the platform's clocks, timers and random numbers. */
  chance: Chance
  /** Milliseconds since the simulation began. */
  nowMs(): number
  now(): Date
  /** Moves the clock. Timers that are due fire when `fireNext` is called. */
  moveTo(ms: number): void
  /** When the next timer is due; null without any. */
  nextTimerMs(): number | null
  /** Fires the next timer that is due; false when none is. */
  fireNext(): boolean
  /** Whose code runs now. */
  enter(owner: Owner): void
  /** Resolves when the platform's code waits for a step: nothing runs any more. */
  quiet(): Promise<void>
}

/** The simulation's first moment: a Monday morning in Algiers. */
export const START = new Date('2026-03-02T08:00:00Z')

export const NOBODY: Owner = { isAlive: true }

export const createVirtualTime = (seed: number): VirtualTime => {
  const random = randomOf(seed)
  let nowMs = 0
  let order = 0
  let running = NOBODY
  let turns = 0
  let waiting: Waiting[] = []

  const add = (ms: number, act: () => void, everyMs?: number): Timer => {
    const entry: Waiting = {
      atMs: nowMs + Math.max(0, ms),
      order: (order += 1),
      owner: running,
      act,
      ...(everyMs !== undefined && { everyMs }),
    }
    waiting.push(entry)
    return { cancel: () => void (waiting = waiting.filter((other) => other !== entry)) }
  }

  const next = (): Waiting | undefined => {
    waiting = waiting.filter(({ owner }) => owner.isAlive)
    let first: Waiting | undefined
    for (const entry of waiting) {
      if (
        !first ||
        entry.atMs < first.atMs ||
        (entry.atMs === first.atMs && entry.order < first.order)
      )
        first = entry
    }
    return first
  }

  const wallClock = (): Date => new Date(START.getTime() + nowMs)

  return {
    chance: {
      random: random.unit,
      randomBytes: random.bytes,
      randomInt: random.below,
      randomUUID() {
        const hex = random.bytes(16).toString('hex')
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
      },
      monotonicMs: () => nowMs,
      wallClock,
      pause: (ms) => new Promise((resolve) => void add(ms, resolve)),
      after: (ms, act) => add(ms, act),
      every: (ms, act) => add(ms, act, ms),
      atEndOfTurn(act) {
        const owner = running
        turns += 1
        setImmediate(() => {
          turns -= 1
          if (owner.isAlive) act()
        })
      },
      // As many bytes, of the same secret and salt the same ones, at once.
      slowHash: (secret, salt, { bytes }) =>
        Promise.resolve(
          createHash('shake256', { outputLength: bytes }).update(`${salt} ${secret}`).digest(),
        ),
    },
    nowMs: () => nowMs,
    now: wallClock,
    moveTo(ms) {
      nowMs = Math.max(nowMs, ms)
    },
    nextTimerMs: () => next()?.atMs ?? null,
    fireNext() {
      const entry = next()
      if (!entry || entry.atMs > nowMs) return false
      running = entry.owner
      if (entry.everyMs === undefined) waiting = waiting.filter((other) => other !== entry)
      else {
        // A machine that slept fires a repeating timer once, however many of its times have passed.
        entry.atMs = nowMs + entry.everyMs
        entry.order = order += 1
      }
      entry.act()
      return true
    },
    enter(owner) {
      running = owner
    },
    async quiet() {
      do await new Promise((resolve) => void setImmediate(resolve))
      while (turns > 0)
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}
