/**
 * The platform's list of payments, read while a run waits for the quota of the status (W125).
 *
 * A list is `reading` from its first page on, `complete` after its last one, or `unavailable`: the
 * platform has no such list, or refuses it, or it is too long to keep. Only a complete list is used.
 * It can only say that a reference agrees. A reference that seems to differ is asked for, because the
 * list may be some minutes old.
 */
import { centimesFromDinars, PAYMENT_STAGES, PAYMENTS_LIMIT_MAX } from '@wasl/protocol'
import type { PartnerPayment } from '@wasl/protocol'
import type { ClientFailure } from '../client/result.ts'
import { differencesOf } from './difference.ts'
import type { ReferenceToCheck } from './difference.ts'
import type { ReconcileSettings } from './settings.ts'

export type PaymentList = {
  state: 'reading' | 'complete' | 'unavailable'
  cursor: string | undefined
  /** Each reference with its newest payment, in one number: see `packed`. */
  readonly known: Map<string, number>
  /** No call before this time. */
  pausedUntilMs: number
  failuresInARow: number
}

/** About 100 MB for a million references of 20 characters. */
const REFERENCES_MAX = 2_000_000

/** Consecutive failures after which the run goes on without the list. */
const FAILURES_IN_A_ROW_MAX = 3

const FAILURE_PAUSE_MS = 5_000

export const createPaymentList = ({ client }: ReconcileSettings): PaymentList => ({
  state: client.listPayments === undefined ? 'unavailable' : 'reading',
  cursor: undefined,
  known: new Map(),
  pausedUntilMs: 0,
  failuresInARow: 0,
})

/** Reads the next page. @throws the signal's reason. */
export const readPage = async (list: PaymentList, settings: ReconcileSettings): Promise<void> => {
  const { client, clock, signal, since } = settings
  const result = await client.listPayments?.(
    { from: since, cursor: list.cursor, limit: PAYMENTS_LIMIT_MAX },
    { signal, retries: 0 },
  )
  signal?.throwIfAborted()
  if (result === undefined) return giveUp(list)
  if (!result.ok) return noteFailure(list, result, clock.nowMs())
  list.failuresInARow = 0
  // In the order of opening: the newest payment of a reference comes last, and decides.
  for (const payment of result.data.items) list.known.set(payment.reference, packed(payment))
  list.cursor = result.data.nextCursor ?? undefined
  if (list.cursor === undefined) list.state = 'complete'
  else if (list.known.size > REFERENCES_MAX) giveUp(list)
  if (result.rateLimit?.remaining === 0) {
    list.pausedUntilMs = clock.nowMs() + result.rateLimit.resetMs
  }
}

const noteFailure = (list: PaymentList, failure: ClientFailure, nowMs: number): void => {
  if (failure.status === 429) {
    list.pausedUntilMs = nowMs + (failure.retryAfterMs ?? FAILURE_PAUSE_MS)
    return
  }
  list.failuresInARow += 1
  const isRefused = failure.status !== null && failure.status >= 400 && failure.status < 500
  if (isRefused || list.failuresInARow >= FAILURES_IN_A_ROW_MAX) giveUp(list)
  list.pausedUntilMs = nowMs + (failure.retryAfterMs ?? FAILURE_PAUSE_MS)
}

const giveUp = (list: PaymentList): void => {
  list.state = 'unavailable'
  list.known.clear()
}

/** Whether a complete list says that both sides agree. */
export const agreesWithList = (
  list: PaymentList,
  here: ReferenceToCheck,
  { since }: Pick<ReconcileSettings, 'since'>,
): boolean => {
  if (list.state !== 'complete') return false
  const known = list.known.get(here.reference)
  // A payment before `since` is not in the list.
  if (known === undefined && since !== undefined) return false
  return differencesOf(here, known === undefined ? NOT_FOUND : unpacked(known)).length === 0
}

const NOT_FOUND = { stage: 'not_found', amount: null, payment: null } as const

// Centimes are below 10^12, so the number stays a safe integer.
const STAGES_MAX = 8

const packed = ({ stage, amount, webhookDelivery }: PartnerPayment): number => {
  const centimes = centimesFromDinars(amount)
  const code = PAYMENT_STAGES.indexOf(stage) * 2 + (webhookDelivery === 'failed' ? 1 : 0)
  return (centimes.ok ? centimes.centimes : 0) * STAGES_MAX + code
}

const unpacked = (number: number) => {
  const code = number % STAGES_MAX
  return {
    stage: PAYMENT_STAGES[Math.floor(code / 2)] ?? 'locked',
    amount: Math.floor(number / STAGES_MAX) / 100,
    payment: { webhookDelivery: code % 2 === 1 ? 'failed' : 'delivered' },
  } as const
}
