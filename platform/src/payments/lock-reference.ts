import type { ChannelKind } from '@wasl/protocol'
import { coalesce } from '../database/coalesce.ts'
import type { Pipeline } from '../database/pipeline.ts'
import { RECORD_OPENING } from './opening.ts'
import type { PaymentRow } from './payment-row.ts'

export type LockRequest = {
  partnerId: number
  reference: string
  channelId: number
  channelKind: ChannelKind
  /** Centimes. */
  amount: number
  currency: string
  amountDetail: unknown[]
  details: unknown[]
  lockSeconds: number
  idempotency?: { key: string; fingerprint: Buffer } | null
}

/**
 * The new payment, or null when the reference has a payment that is locked, paid or refunded, or when
 * the partner is inactive.
 */
export type LockReference = (request: LockRequest) => Promise<PaymentRow | null>

/**
 * Opens payments: many in one statement and one commit, each decided alone by the unique index. An
 * Idempotency-Key that another request has taken meanwhile undoes the opening (see answerOnce).
 */
export const createLockReference = (connection: Pipeline): LockReference =>
  coalesce({
    run: (requests: LockRequest[]) => lockReferences(connection, requests),
    keyOf: ({ partnerId, reference }) => `${partnerId} ${reference}`,
    batchMax: 256,
    inFlightMax: 1,
    waitingMax: 10_000,
  })

const lockReferences = async (
  connection: Pipeline,
  requests: LockRequest[],
): Promise<(PaymentRow | null)[]> => {
  const rows = await connection.query<PaymentRow & { ord: number }>({
    name: 'lock-references',
    text: LOCK_REFERENCES,
    values: columnsOf(requests),
  })
  const opened: (PaymentRow | null)[] = requests.map(() => null)
  for (const { ord, ...payment } of rows) opened[ord - 1] = payment
  return opened
}

const columnsOf = (requests: LockRequest[]): unknown[] => [
  requests.map(({ partnerId }) => partnerId),
  requests.map(({ reference }) => reference),
  requests.map(({ channelId }) => channelId),
  requests.map(({ channelKind }) => channelKind),
  requests.map(({ amount }) => amount),
  requests.map(({ currency }) => currency),
  requests.map(({ amountDetail }) => JSON.stringify(amountDetail)),
  requests.map(({ details }) => JSON.stringify(details)),
  requests.map(({ lockSeconds }) => lockSeconds),
  requests.map(({ idempotency }) => idempotency?.key ?? null),
  requests.map(({ idempotency }) => idempotency?.fingerprint ?? null),
]

const LOCK_REFERENCES = `
with asked as (
  select *
  from unnest(
    $1::int[], $2::text[], $3::int[], $4::text[], $5::bigint[], $6::text[], $7::json[],
    $8::json[], $9::int[], $10::text[], $11::bytea[]
  ) with ordinality as asked (
    partner_id, reference, channel_id, channel_kind, amount, currency, amount_detail, details,
    lock_seconds, idempotency_key, fingerprint, ord
  )
), timed as (
  select asked.*, wasl_now() as at
  from asked
  -- It was active when it was asked what the reference costs.
  join partners partner on partner.partner_id = asked.partner_id and partner.status = 'active'
  -- One order for all, so that two such statements never wait for each other in a circle.
  order by asked.partner_id, asked.reference
), opened as (
  insert into payments
    (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
      amount_detail, details, opened_at, lock_expires_at)
  select partner_id, new_id(partner_id), reference, channel_id, channel_kind, 'locked', amount,
    currency, amount_detail, details, at, at + make_interval(secs => lock_seconds)
  from timed
  on conflict (partner_id, reference) where stage <> 'released' do nothing
  returning payments.*, webhook_body(payments, 'payment.initialized') as body,
    new_id(partner_id) as event_id
), ${RECORD_OPENING}`
