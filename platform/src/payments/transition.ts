import type { PaymentStage } from '@wasl/protocol'
import { rangeOf } from '../retention/period.ts'
import { HELD, type Held } from '../database/apart.ts'
import { coalesce } from '../database/coalesce.ts'
import type { Pipeline } from '../database/pipeline.ts'
import { bodyOfKindSql, EVENTS, isWantedSql } from '../webhooks/event.ts'
import { decide, TRANSITIONS, type Cause, type Decision } from './payment.ts'
import type { PaymentRow } from './payment-row.ts'

export type TransitionRequest = {
  partnerId: number
  paymentId: string
  cause: Cause
  /** The channel that makes the request; null for the platform and its operators. */
  channelId: number | null
  /** The centimes in a confirm; null when it gives none. */
  amount?: number | null
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
  moved_count: number
  seen_stage: PaymentStage
}

/**
 * The only statement that changes a payment's stage. A payment that another session holds is
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
 * never older than the row. If another request has taken the Idempotency-Key meanwhile, the
 * transition is undone (see answerOnce).
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
  expectAllWritten(rows)
  const results: (TransitionResult | Held | null)[] = requests.map(() => null)
  for (const row of rows)
    results[row.ord - 1] = resultOf(row, requests[row.ord - 1] as TransitionRequest)
  if (rows.length < requests.length) await judgeMissing(connection, requests, results)
  return results.map((result) => result ?? { found: false })
}

const expectAllWritten = (rows: TransitionRow[]): void => {
  const decided = rows.filter(({ moved }) => moved).length
  const written = rows[0]?.moved_count ?? 0
  if (decided !== written)
    throw new Error(`${decided} payments were decided, and ${written} were written`)
}

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
    moves.map(({ lock }) => (lock === 'irrelevant' ? null : lock === 'lapsed')),
    moves.map(({ failReason }) => failReason),
    moves.map(({ event }) => event),
    moves.map(({ event }) => (event === null ? null : EVENTS[event].ordinal)),
    requests.map(({ amount }) => amount ?? null),
    requests.map(({ idempotency }) => idempotency?.key ?? null),
    requests.map(({ idempotency }) => idempotency?.fingerprint ?? null),
  ]
}

const resultOf = (row: TransitionRow, request: TransitionRequest): TransitionResult => {
  const { ord: _, at, moved, moved_count: __, seen_stage, ...payment } = row
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

/** The columns that no transition changes. */
const AFTER_COLUMNS = `partner_id, payment_id, reference, channel_id, channel_kind, amount, currency,
  amount_detail, details, opened_at, lock_expires_at, qr_token`

const MAKE_TRANSITIONS = `
with asked as (
  select *
  from unnest(
    $1::int[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[],
    $8::text[], $9::text[], $10::int[], $11::bigint[], $12::text[], $13::bytea[]
  ) with ordinality as asked (
    partner_id, payment_id, by_channel_id, cause, from_stage, to_stage, must_have_lapsed,
    new_fail_reason, event_kind, event_ordinal, named_amount, idempotency_key, fingerprint, ord
  )
), seen as (
  select asked.ord, asked.by_channel_id, asked.cause, asked.from_stage, asked.to_stage,
    asked.must_have_lapsed, asked.new_fail_reason, asked.event_kind, asked.event_ordinal,
    asked.named_amount, asked.idempotency_key, asked.fingerprint, payments.*
  from asked
  join payments using (partner_id, payment_id)
  where (asked.by_channel_id is null or payments.channel_id = asked.by_channel_id)
    -- So PostgreSQL opens the partitions of these months alone.
    and payments.payment_id between $14::uuid and $15::uuid
  -- Foreign keys may hold the row too: a transition does not change what they refer to.
  for no key update of payments skip locked
), decided as (
  select *, wasl_now() as at from seen
), judged as (
  select *,
    (decided.must_have_lapsed is null
      or decided.must_have_lapsed = (decided.at >= decided.lock_expires_at))
    and decided.stage = decided.from_stage
    and (decided.named_amount is null or decided.named_amount = decided.amount) as moves
  from decided
), after as (
  select ord, at, by_channel_id, cause, from_stage, event_kind, event_ordinal, idempotency_key,
    fingerprint, moves, stage as seen_stage, ${AFTER_COLUMNS},
    case when moves then to_stage else stage end as stage,
    case when moves then new_fail_reason else fail_reason end as fail_reason,
    case when moves and to_stage = 'paid' then at else paid_at end as paid_at,
    case when moves and to_stage = 'refunded' then at else refunded_at end as refunded_at,
    case when moves and to_stage = 'released'
      -- A lapsed lock was released at the moment it lapsed, whenever that is noticed (D7).
      then case when must_have_lapsed then lock_expires_at else at end
      else released_at
    end as released_at
  from judged
), moved as (
  update payments
  set stage = after.stage, fail_reason = after.fail_reason, paid_at = after.paid_at,
    refunded_at = after.refunded_at, released_at = after.released_at
  from after
  where payments.partner_id = after.partner_id
    and payments.payment_id = after.payment_id
    and payments.payment_id between $14::uuid and $15::uuid
    and after.moves
  returning payments.partner_id, payments.payment_id, payments.stage, payments.released_at,
    after.cause, after.from_stage, after.at, after.event_kind, after.by_channel_id,
    after.idempotency_key, after.fingerprint,
    case when ${isWantedSql('after.event_kind', 'after.partner_id')}
      then event_id_of(payments.payment_id, after.event_ordinal)
    end as event_id,
    ${bodyOfKindSql('after.event_kind', 'payments')} as body
), unlocked as (
  delete from open_locks
  using moved
  where moved.from_stage = 'locked'
    and open_locks.partner_id = moved.partner_id
    and open_locks.payment_id = moved.payment_id
), history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at)
  select partner_id, payment_id, case stage when 'refunded' then 3 else 2 end, from_stage, stage,
    cause, case cause when 'expire' then released_at else at end
  from moved
), events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id, event_kind, body, at
  from moved
  where event_id is not null
), queue as (
  insert into webhook_deliveries (partner_id, event_id, due_at)
  select partner_id, event_id, at
  from moved
  where event_id is not null
), answers as (
  insert into idempotency_keys
    (partner_id, channel_id, key, fingerprint, payment_id, cause, created_at)
  select partner_id, by_channel_id, idempotency_key, fingerprint, payment_id, cause, at
  from moved
  where idempotency_key is not null
  -- A fixed order, so that two such statements never deadlock.
  order by partner_id, by_channel_id, idempotency_key
)
select ord, at, seen_stage, moves as moved, (select count(*) from moved) as moved_count,
  ${AFTER_COLUMNS}, stage, paid_at, released_at, refunded_at, fail_reason
from after
`
