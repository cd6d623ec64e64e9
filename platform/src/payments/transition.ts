import type { PaymentStage } from '@wasl/protocol'
import { rangeOf } from '../base/database/period.ts'
import { HELD, type Held } from '../base/database/apart.ts'
import { coalesce } from '../base/database/coalesce.ts'
import type { Pipeline } from '../base/database/pipeline.ts'
import { EVENTS } from '../delivery/webhooks/event.ts'
import { decide, TRANSITIONS, type Cause, type Decision } from './payment.ts'
import type { PaymentRow } from './payment-row.ts'
import { MAKE_TRANSITIONS } from './transition-statement.ts'

export type TransitionRequest = {
  partnerId: number
  paymentId: string
  cause: Cause
  /** The channel that makes the request; null for the platform and its operators. */
  channelId: number | null
  /** The centimes in a confirm; null when it gives none. */
  amount?: number | null
  /** The agent who took the money, named by a confirm; else it is the one of the opening. */
  takenBy?: number | null
  /** When a confirm says that the money was taken. Recorded if it is between opening and decision. */
  takenAt?: Date | null
  /** Whether a confirm says that the amount was paid in coins, rounded to the dinar (W236). */
  isRounded?: boolean
  /** Stored with the transition, so that a repeated request finds its first answer (D21). */
  idempotency?: { key: string; fingerprint: Buffer } | null
  /**
   * Skips a payment that another session holds, as if it did not exist, instead of waiting for it.
   */
  skipHeld?: boolean
}

/**
 * - `found` is false when the payment does not exist, belongs to another channel, or was skipped.
 * - Otherwise: the decision, the payment after it, and the time of the decision.
 */
export type TransitionResult =
  | { found: false }
  | { found: true; decision: Decision; payment: PaymentRow; at: Date }

export type MakeTransition = (request: TransitionRequest) => Promise<TransitionResult>

type TransitionRow = PaymentRow & {
  ord: number
  at: Date
  moved: boolean
  /** False for a payment that the statement decided and did not find again (see `isLost`). */
  is_written: boolean
  seen_stage: PaymentStage
}

/**
 * The only statement that ends a payment's lock. A payment that another session holds is
 * decided apart, on a connection of its own, so that no other payment waits for it (W81).
 */
export const createMakeTransition = (connection: Pipeline, apart = connection): MakeTransition =>
  coalesce({
    run: (requests: TransitionRequest[]) => makeTransitions(connection, requests),
    runApart: (requests: TransitionRequest[]) => makeTransitions(apart, requests),
    keyOf: ({ paymentId }) => paymentId.toLowerCase(),
    batchMax: 256,
    inFlightMax: 1,
    waitingMax: 10_000,
  })

/**
 * Makes many transitions in one statement and one commit, each decided alone. Rows that another
 * session holds are skipped. The time of the decision is read after the row lock, so that it is
 * never older than the row. A confirmation also writes its transfer: the channel has the cash, and
 * the operator owes it to the partner; and what rounding to coins has added or taken. If another
 * request has taken the Idempotency-Key meanwhile, the transition is undone (see answerOnce).
 */
const makeTransitions = async (
  connection: Pipeline,
  requests: TransitionRequest[],
): Promise<(TransitionResult | Held)[]> => {
  const rows = await connection.query<TransitionRow>({
    name: 'make-transitions',
    text: MAKE_TRANSITIONS,
    values: [...columnsOf(requests), ...rangeOf(requests.map(({ paymentId }) => paymentId))],
  })
  const results: (TransitionResult | Held | null)[] = requests.map(() => null)
  for (const row of rows) {
    const request = requests[row.ord - 1] as TransitionRequest
    if (!isLost(row)) results[row.ord - 1] = resultOf(row, request)
    else if (request.skipHeld !== true) results[row.ord - 1] = HELD
  }
  if (rows.length < requests.length) await judgeMissing(connection, requests, results)
  return results.map((result) => result ?? { found: false })
}

/**
 * The statement decided the payment and its update did not find the row (W280). All that is written of
 * a payment depends on its update, so nothing was, and it is decided again.
 */
const isLost = ({ moved, is_written }: TransitionRow): boolean => moved && !is_written

/** A payment that exists and is missing from the rows is held by another session. */
const judgeMissing = async (
  connection: Pipeline,
  requests: TransitionRequest[],
  results: (TransitionResult | Held | null)[],
): Promise<void> => {
  const missing = [...requests.keys()].filter(
    (index) => results[index] === null && requests[index]?.skipHeld !== true,
  )
  const asked = missing.map((index) => requests[index] as TransitionRequest)
  const rows = await connection.query<{ ord: number }>({
    name: 'find-skipped-payments',
    text: `
      select asked.ord
      from unnest($1::int[], $2::uuid[], $3::int[])
        with ordinality as asked (partner_id, payment_id, by_channel_id, ord)
      join payments using (partner_id, payment_id)
      where payments.channel_id = coalesce(asked.by_channel_id, payments.channel_id)`,
    values: columnsOf(asked).slice(0, 3),
  })
  for (const { ord } of rows) results[missing[ord - 1] as number] = HELD
}

const columnsOf = (requests: TransitionRequest[]): unknown[] => {
  const moves = requests.map(({ cause }) => TRANSITIONS[cause])
  return [
    requests.map(({ partnerId }) => partnerId),
    requests.map(({ paymentId }) => paymentId),
    requests.map(({ channelId }) => channelId),
    requests.map(({ cause }) => cause),
    moves.map(({ from }) => from),
    moves.map(({ to }) => to),
    moves.map(({ lock }) => lock === 'lapsed'),
    moves.map(({ failReason }) => failReason),
    moves.map(({ event }) => event),
    moves.map(({ event }) => EVENTS[event].ordinal),
    requests.map(({ amount }) => amount ?? null),
    requests.map(({ idempotency }) => idempotency?.key ?? null),
    requests.map(({ idempotency }) => idempotency?.fingerprint ?? null),
    requests.map(({ takenBy }) => takenBy ?? null),
    requests.map(({ takenAt }) => takenAt ?? null),
    requests.map(({ isRounded }) => isRounded === true),
  ]
}

const resultOf = (row: TransitionRow, request: TransitionRequest): TransitionResult => {
  const { ord: _, at, moved, is_written: __, seen_stage, ...payment } = row
  const before = moved ? { ...payment, stage: seen_stage, fail_reason: null } : payment
  const decision = decide(
    {
      stage: before.stage,
      failReason: before.fail_reason,
      amount: before.amount,
      lockExpiresAt: before.lock_expires_at,
    },
    request.cause,
    at,
    request.amount ?? null,
  )
  if (moved !== (decision === 'made')) {
    throw new Error(
      `the statement and the rules disagree on ${request.cause} of payment ${row.payment_id}: ` +
        `the rules say ${decision}, the statement ${moved ? 'changed' : 'left'} it`,
    )
  }
  return { found: true, decision, payment, at }
}
