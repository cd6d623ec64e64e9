import { createHash } from 'node:crypto'
import type { Fixture } from '../fixture.ts'
import type { Endings } from '../oracles/endings.ts'
import type { Promises } from '../oracles/promises.ts'
import type { Report } from '../oracles/report.ts'
import type { SimulatedProcess } from '../process.ts'
import type { Random } from '../random.ts'
import type { FileLine } from '../../../src/money/bank/file-line.ts'
import type { IdempotencyKey } from '../../../src/base/idempotency/idempotency-key.ts'
import type { StatusLog } from '../oracles/status-quota.ts'

/** What an operation knows and uses. */
export type Context = {
  process: SimulatedProcess
  fixture: Fixture
  random: Random
  promises: Promises
  endings: Endings
  report: Report
  nowMs: () => number
  keys: KeyRing
  statusLog: StatusLog
  /** What the partner asked for in the answer to this lookup; null when it was not asked. */
  priceOf: (requestId: string) => number | null
  /** What the operations of one seed remember: codes of refunds, and what was last shown of QR codes. */
  memory: Memory
}

export type Memory = {
  refundCodes: { code: string; refundId: string }[]
  refundsToDecide: string[]
  redeemed: Set<string>
  /** What a channel was last shown of a code, by both. */
  shown: Map<string, { updatedAt: Date; amounts: number[] }>
  shifts: { channelId: number; shiftId: string }[]
  remittances: string[]
  statements: Map<string, { partnerId: number; net: number }>
  payouts: { partnerId: number; payoutId: string }[]
  handovers: { channelId: number; handoverId: string; amount: number; code: string }[]
  bags: { channelId: number; depositId: string; amount: number }[]
  cases: { channelId: number; caseId: string }[]
  /** Which chapter of the plan it is. */
  chapter: number
  /** The bank's newest file, and the one that was read last. */
  file: FileLine[]
  read: FileLine[] | null
}

export const createMemory = (): Memory => ({
  refundCodes: [],
  refundsToDecide: [],
  redeemed: new Set(),
  shown: new Map(),
  shifts: [],
  remittances: [],
  statements: new Map(),
  payouts: [],
  handovers: [],
  bags: [],
  cases: [],
  chapter: 0,
  file: [],
  read: null,
})

/**
 * One use case of the platform, called as a handler calls it.
 *
 * @returns what its caller was answered, for the trace.
 * @throws what the platform throws: an error that is not of a broken connection is a violation.
 */
export type Operation = (context: Context) => Promise<string>

/** Idempotency keys: some new, some of an earlier request, some stolen from another one. */
export type KeyRing = {
  of(random: Random, request: unknown): { key: IdempotencyKey | null; isNew: boolean }
}

export const fingerprintOf = (request: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest()

const KEYS_MAX = 8

export const createKeyRing = (): KeyRing => {
  const used: { key: string; fingerprint: Buffer }[] = []
  let count = 0
  return {
    of(random, request) {
      const choice = random.below(10)
      if (choice < 6) return { key: null, isNew: true }
      const fingerprint = fingerprintOf(request)
      if (choice < 8 || used.length === 0) {
        const key = { key: `key-${(count += 1)}`, fingerprint }
        used.push(key)
        if (used.length > KEYS_MAX) used.shift()
        return { key, isNew: true }
      }
      const same = used.find((one) => one.fingerprint.equals(fingerprint))
      return { key: { key: (same ?? random.pick(used)).key, fingerprint }, isNew: false }
    },
  }
}

/** A request id that is a UUID, as the platform makes them. */
export const requestIdOf = (random: Random): string => {
  const hex = random.bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
