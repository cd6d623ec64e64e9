import { businessDateSchema } from '@wasl/protocol'
import { safeLog } from '../log.ts'
import { expectFunction, wholeNumber } from '../option-checks.ts'
import { wait } from '../wait.ts'
import type { ReconcileClock, ReconcileOptions, ReconcileProgress } from './options.ts'
import { memoryProgress } from './store.ts'
import type { ReconcileStore } from './store.ts'

export type ReconcileSettings = {
  client: ReconcileOptions['client']
  references: ReconcileOptions['references']
  perMinute: number
  since: string | undefined
  store: ReconcileStore
  onProgress: (progress: ReconcileProgress) => void
  signal: AbortSignal | undefined
  clock: ReconcileClock
}

const MAKER = 'reconcile'

/** The quota of a partner, shared by all its processes (section 8, D5). */
export const QUOTA_PER_MINUTE = 60

const PER_MINUTE_DEFAULT = 50

const MACHINE_CLOCK: ReconcileClock = { nowMs: () => performance.now(), sleep: wait }

/** @throws TypeError that names the option, what was expected and what was received. */
export const checkReconcileOptions = (options: ReconcileOptions): ReconcileSettings => {
  const { client, references, store = memoryProgress(), clock = MACHINE_CLOCK } = options
  expectFunction(MAKER, 'client.status', (client as Partial<typeof client> | undefined)?.status)
  for (const name of ['load', 'save', 'clear'] as const) {
    expectFunction(MAKER, `store.${name}`, store[name])
  }
  for (const name of ['nowMs', 'sleep'] as const) {
    expectFunction(MAKER, `clock.${name}`, clock[name])
  }
  if (options.onProgress !== undefined) expectFunction(MAKER, 'onProgress', options.onProgress)
  const { since } = options
  if (since !== undefined && !businessDateSchema.safeParse(since).success) {
    throw new TypeError(
      `${MAKER}: since: expected a business date such as 2026-11-22, received ${JSON.stringify(since)}`,
    )
  }
  if (typeof references !== 'function' && !isIterable(references)) {
    throw new TypeError(
      `${MAKER}: references: expected an iterable, an async iterable or a function that returns one`,
    )
  }
  return {
    client,
    references,
    perMinute: wholeNumber(MAKER, 'perMinute', options.perMinute ?? PER_MINUTE_DEFAULT, {
      min: 1,
      max: QUOTA_PER_MINUTE,
    }),
    since,
    store,
    onProgress: safeLog(options.onProgress),
    signal: options.signal,
    clock,
  }
}

/** A string is iterable too, but its letters are not references. */
const isIterable = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return Symbol.iterator in value || Symbol.asyncIterator in value
}
