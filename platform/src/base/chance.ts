/**
 * Time and chance: every clock of this machine, every timer and every random number of the domain
 * comes from here. A simulation replaces this one source, and the same seed then gives the same run
 * (`platform/test/simulation`). Nothing else replaces it: in a platform that runs, `REAL` is in use,
 * and its randomness is that of node:crypto, which secrets and tokens need.
 *
 * The database's clock is another one (`wasl_now()`): locks, leases and history use that.
 */
import * as crypto from 'node:crypto'
import { setImmediate } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Timer = { cancel(): void }

export type Chance = {
  /** From 0 to below 1, for delays and samples: never for secrets. */
  random(): number
  /** For secrets. */
  randomBytes(count: number): Buffer
  /** A whole number from 0 to below `max`, for codes. */
  randomInt(max: number): number
  randomUUID(): string
  /** Milliseconds of a clock that never goes back and has no date. */
  monotonicMs(): number
  /** The date and time of this machine, which may be wrong: only what leaves it is stamped so. */
  wallClock(): Date
  pause(ms: number): Promise<void>
  /** `isIdle`: the timer alone does not keep the process running. */
  after(ms: number, act: () => void, isIdle?: boolean): Timer
  every(ms: number, act: () => void): Timer
  /** Acts when this turn of the event loop ends. */
  atEndOfTurn(act: () => void): void
  /**
   * scrypt, which makes it expensive to find a short code behind its hash. A simulation takes no time for it:
   * nobody searches for the codes of a simulation.
   */
  slowHash(secret: string, salt: string, options: SlowHashOptions): Promise<Buffer>
}

/** `cost`: of scrypt; by default that of Node.js. */
export type SlowHashOptions = { bytes: number; cost?: { N: number; r: number; p: number } }

const scrypt = promisify<string, string, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)

const REAL: Chance = {
  random: () => Math.random(),
  randomBytes: (count) => crypto.randomBytes(count),
  randomInt: (max) => crypto.randomInt(max),
  randomUUID: () => crypto.randomUUID(),
  monotonicMs: () => performance.now(),
  wallClock: () => new Date(),
  pause: (ms) => sleep(ms),
  after(ms, act, isIdle = false) {
    const timer = setTimeout(act, ms)
    if (isIdle) timer.unref()
    return { cancel: () => clearTimeout(timer) }
  },
  every(ms, act) {
    const timer = setInterval(act, ms)
    return { cancel: () => clearInterval(timer) }
  },
  atEndOfTurn: (act) => void setImmediate(act),
  slowHash: (secret, salt, { bytes, cost = {} }) => scrypt(secret, salt, bytes, cost),
}

let current = REAL

/** For simulations: takes time and chance from this source until the returned function is called. */
export const replaceChance = (source: Chance): (() => void) => {
  current = source
  return () => {
    current = REAL
  }
}

export const random = (): number => current.random()
export const randomBytes = (count: number): Buffer => current.randomBytes(count)
export const randomInt = (max: number): number => current.randomInt(max)
export const randomUUID = (): string => current.randomUUID()
export const monotonicMs = (): number => current.monotonicMs()
export const wallClock = (): Date => current.wallClock()
export const pause = (ms: number): Promise<void> => current.pause(ms)
export const after = (ms: number, act: () => void, isIdle?: boolean): Timer =>
  current.after(ms, act, isIdle)
export const every = (ms: number, act: () => void): Timer => current.every(ms, act)
export const atEndOfTurn = (act: () => void): void => current.atEndOfTurn(act)
export const slowHash = (secret: string, salt: string, options: SlowHashOptions): Promise<Buffer> =>
  current.slowHash(secret, salt, options)
