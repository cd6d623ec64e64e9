import { coalesce } from '../database/coalesce.ts'
import type { Pipeline } from '../database/pipeline.ts'
import { decide, MOVES, type Cause, type Decision, type Stage } from './payment.ts'
import type { PaymentRow } from './payment-row.ts'

export type MoveRequest = {
  partnerId: number
  paymentId: string
  cause: Cause
  /** The channel that asks; null for the platform itself and its operators. */
  channelId: number | null
  /** The centimes a confirm names; null when it names none. */
  amount?: number | null
  /** Kept beside the move, so that a repeated request finds its first answer (D21). */
  idempotency?: { key: string; fingerprint: Buffer } | null
}

/**
 * - `found` false: no such payment, or another channel's.
 * - otherwise the decision, the payment as it is after it, and when it was decided.
 */
export type MoveResult =
  | { found: false }
  | { found: true; decision: Decision; payment: PaymentRow; at: Date }

export type MovePayment = (request: MoveRequest) => Promise<MoveResult>

type MovedRow = PaymentRow & { ord: number; at: Date; moved: boolean; seen_stage: Stage }

/** The setter of a payment's stage: the only statement that changes one. */
export const createMovePayment = (connection: Pipeline): MovePayment =>
  coalesce({
    run: (requests: MoveRequest[]) => movePayments(connection, requests),
    keyOf: ({ paymentId }) => paymentId.toLowerCase(),
    batchMax: 256,
    inFlightMax: 1,
    waitingMax: 10_000,
  })

/**
 * Moves many payments in one statement and one commit, each decided alone. Rows are locked in the
 * order of their ids, so that two such statements never wait for each other in a circle; the moment
 * of the decision is read after the lock is held, so that it is never older than what it decides on.
 * An Idempotency-Key that another request has taken meanwhile undoes the move (see answerOnce).
 */
const movePayments = async (
  connection: Pipeline,
  requests: MoveRequest[],
): Promise<MoveResult[]> => {
  const rows = await connection.query<MovedRow>({
    name: 'move-payments',
    text: MOVE_PAYMENTS,
    values: columnsOf(requests),
  })
  const results = requests.map((): MoveResult => ({ found: false }))
  for (const row of rows) results[row.ord - 1] = resultOf(row, requests[row.ord - 1] as MoveRequest)
  return results
}

const columnsOf = (requests: MoveRequest[]): unknown[] => {
  const moves = requests.map(({ cause }) => MOVES[cause])
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
    requests.map(({ amount }) => amount ?? null),
    requests.map(({ idempotency }) => idempotency?.key ?? null),
    requests.map(({ idempotency }) => idempotency?.fingerprint ?? null),
  ]
}

const resultOf = (row: MovedRow, request: MoveRequest): MoveResult => {
  const { ord: _, at, moved, seen_stage, ...payment } = row
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
  if (moved !== (decision === 'move')) {
    throw new Error(
      `the statement and the rules disagree on ${request.cause} of payment ${row.payment_id}: ` +
        `the rules say ${decision}, the statement ${moved ? 'moved' : 'left'} it`,
    )
  }
  return { found: true, decision, payment, at }
}

const MOVE_PAYMENTS = `
with asked as (
  select *
  from unnest(
    $1::int[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[],
    $8::text[], $9::text[], $10::bigint[], $11::text[], $12::bytea[]
  ) with ordinality as asked (
    partner_id, payment_id, by_channel_id, cause, from_stage, to_stage, must_have_lapsed,
    new_fail_reason, event_kind, named_amount, idempotency_key, fingerprint, ord
  )
), seen as (
  select asked.ord, asked.by_channel_id, asked.cause, asked.from_stage, asked.to_stage,
    asked.must_have_lapsed, asked.new_fail_reason, asked.event_kind, asked.named_amount,
    asked.idempotency_key, asked.fingerprint, payments.*
  from asked
  join payments using (partner_id, payment_id)
  where asked.by_channel_id is null or payments.channel_id = asked.by_channel_id
  order by payments.partner_id, payments.payment_id
  for update of payments
), decided as (
  select *, wasl_now() as at from seen
), moved as (
  update payments
  set stage = decided.to_stage,
    fail_reason = decided.new_fail_reason,
    paid_at = case decided.to_stage when 'paid' then decided.at else payments.paid_at end,
    refunded_at = case decided.to_stage when 'refunded' then decided.at end,
    released_at = case
      when decided.to_stage <> 'released' then null
      -- A lapsed lock was released at the moment it lapsed, whenever that is noticed (D7).
      when decided.must_have_lapsed then decided.lock_expires_at
      else decided.at
    end
  from decided
  where payments.partner_id = decided.partner_id
    and payments.payment_id = decided.payment_id
    and decided.stage = decided.from_stage
    and (decided.must_have_lapsed is null
      or decided.must_have_lapsed = (decided.at >= decided.lock_expires_at))
    and (decided.named_amount is null or decided.named_amount = decided.amount)
  returning payments.*, decided.ord, decided.cause, decided.from_stage, decided.at,
    decided.event_kind, decided.by_channel_id, decided.idempotency_key, decided.fingerprint,
    webhook_body(payments, decided.event_kind) as body,
    case when decided.event_kind is not null then new_id(payments.partner_id) end as event_id
), history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at)
  select partner_id, payment_id, case stage when 'refunded' then 3 else 2 end, from_stage, stage,
    cause, case cause when 'expire' then released_at else at end
  from moved
), events as (
  insert into webhook_events (partner_id, event_id, payment_id, kind, body, created_at)
  select partner_id, event_id, payment_id, event_kind, body, at
  from moved
  where event_kind is not null
), queue as (
  insert into webhook_deliveries (partner_id, event_id, payment_id, is_outcome, due_at)
  select partner_id, event_id, payment_id, true, at
  from moved
  where event_kind is not null
), answers as (
  insert into idempotency_keys
    (partner_id, channel_id, key, fingerprint, payment_id, cause, created_at)
  select partner_id, by_channel_id, idempotency_key, fingerprint, payment_id, cause, at
  from moved
  where idempotency_key is not null
)
select decided.ord, decided.at, decided.stage as seen_stage, moved.ord is not null as moved,
  decided.partner_id, decided.payment_id, decided.reference, decided.channel_id,
  decided.channel_kind, coalesce(moved.stage, decided.stage) as stage, decided.amount,
  decided.currency, decided.amount_detail, decided.details, decided.opened_at,
  decided.lock_expires_at,
  coalesce(moved.paid_at, decided.paid_at) as paid_at,
  coalesce(moved.released_at, decided.released_at) as released_at,
  coalesce(moved.refunded_at, decided.refunded_at) as refunded_at,
  coalesce(moved.fail_reason, decided.fail_reason) as fail_reason, decided.qr_token
from decided
left join moved using (ord)
`
