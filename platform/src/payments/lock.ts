import type { ChannelKind } from '@wasl/protocol'
import { extraOf, type OpeningAgent } from '../parties/agents/opening-agent.ts'
import { openLocksOf, WITHIN_LOCKS_MAX } from '../parties/channels/limits.ts'
import { HELD, type Held } from '../base/database/apart.ts'
import { isId, rangeOfPrevious } from '../base/database/id-range.ts'
import { coalesce } from '../base/database/coalesce.ts'
import type { Pipeline } from '../base/database/pipeline.ts'
import type { LookupExchange } from '../delivery/lookups/read-lookup.ts'
import { isTaken, RECORD_OPENING } from './record-opening.ts'
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
  /** How many open locks the channel may have; null or absent when it has far fewer. */
  locksMax?: number | null
  /**
   * The newest payment that the reference had when it was read: the opening takes the place of this one
   * alone. Null when it had none; absent when it was not read.
   */
  previousId?: string | null
  /** In whose name it opens, and what the answer says of the agent. */
  agent?: OpeningAgent | null
  idempotency?: { key: string; fingerprint: Buffer } | null
  /** How the partner's answer came. */
  exchange?: LookupExchange | null
  /** Of the channel's request: a UUID. */
  requestId?: string | null
}

/**
 * The new payment. Null when the reference has a payment that is locked, paid or refunded, when the
 * partner is inactive, when the channel has no lock left, or when the reference has another released
 * payment than `previousId`.
 */
export type LockReference = (request: LockRequest) => Promise<PaymentRow | null>

/**
 * Opens payments: many in one statement and one commit, each decided alone by the primary key of
 * live_references. If another request has taken the Idempotency-Key meanwhile, the opening is
 * undone (see answerOnce). A reference that another session holds is decided apart, on a connection
 * of its own (W81).
 */
export const createLockReference = (connection: Pipeline, apart = connection): LockReference =>
  coalesce({
    run: (requests: LockRequest[]) => lockReferences(connection, requests),
    runApart: (requests: LockRequest[]) => lockReferences(apart, requests),
    keyOf: ({ partnerId, reference }) => `${partnerId} ${reference}`,
    batchMax: 256,
    inFlightMax: 1,
    waitingMax: 10_000,
  })

const lockReferences = async (
  connection: Pipeline,
  requests: LockRequest[],
): Promise<(PaymentRow | Held | null)[]> => {
  const rows = await connection.query<PaymentRow & { ord: number }>({
    name: 'lock-references',
    text: LOCK_REFERENCES,
    values: [...columnsOf(requests), ...rangeOfPrevious(requests)],
  })
  const opened: (PaymentRow | Held | null)[] = requests.map(() => null)
  for (const { ord, ...payment } of rows) opened[ord - 1] = payment
  if (rows.length < requests.length) await judgeMissing(connection, requests, opened)
  return opened
}

/** A reference that looks free and was not opened is held by another session. */
const judgeMissing = async (
  connection: Pipeline,
  requests: LockRequest[],
  opened: (PaymentRow | Held | null)[],
): Promise<void> => {
  const missing = [...requests.keys()].filter((index) => opened[index] === null)
  const asked = missing.map((index) => requests[index] as LockRequest)
  const rows = await connection.query<{ ord: number }>({
    name: 'find-skipped-references',
    text: `
      select asked.ord
      from unnest($1::int[], $2::text[], $3::int[], $4::int[]) with ordinality
        as asked (partner_id, reference, channel_id, locks_max, ord)
      join partners partner using (partner_id)
      where partner.status = 'active' and partner.state <> 'paused' and not exists (
        select from live_references live
        left join payments on payments.partner_id = live.partner_id
          and payments.payment_id = live.payment_id
          and payments.payment_id between $5::uuid and $6::uuid
        where live.partner_id = asked.partner_id
          and live.reference = asked.reference
          and payments.stage is distinct from 'released'
      ) and (asked.locks_max is null or ${openLocksOf('asked')} < asked.locks_max)`,
    values: [
      ...columnsOf(asked).slice(0, 3),
      asked.map(({ locksMax }) => locksMax ?? null),
      ...rangeOfPrevious(asked),
    ],
  })
  for (const { ord } of rows) opened[missing[ord - 1] as number] = HELD
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
  requests.map(({ locksMax }) => locksMax ?? null),
  requests.map(({ agent }) => agent?.agentId ?? null),
  requests.map(({ agent }) => extraOf(agent)),
  requests.map(({ exchange }) => exchange?.durationMs ?? null),
  requests.map(({ exchange }) => exchange?.bytes ?? null),
  requests.map(({ requestId }) => requestId ?? null),
]

const LOCK_REFERENCES = `
with asked as (
  select *
  from unnest(
    $1::int[], $2::text[], $3::int[], $4::text[], $5::bigint[], $6::text[], $7::json[],
    $8::json[], $9::int[], $10::text[], $11::bytea[], $12::int[], $13::int[], $14::json[],
    $15::int[], $16::int[], $17::uuid[]
  ) with ordinality as asked (
    partner_id, reference, channel_id, channel_kind, amount, currency, amount_detail, details,
    lock_seconds, idempotency_key, fingerprint, locks_max, agent_id, extra, lookup_ms,
    lookup_bytes, request_id, ord
  )
), timed as (
  select asked.*, new_id(asked.partner_id) as payment_id, live.payment_id as previous_payment_id,
    wasl_now() as at
  from asked
  -- The partner may have become inactive, or have been paused, during the lookup.
  join partners partner on partner.partner_id = asked.partner_id and partner.status = 'active'
    and partner.state <> 'paused'
  left join live_references live
    on live.partner_id = asked.partner_id and live.reference = asked.reference
  where ${WITHIN_LOCKS_MAX}
  -- A fixed order, so that two such statements never deadlock.
  order by asked.partner_id, asked.reference
  -- The lock that a foreign key would take; a partner that another session holds is skipped.
  for key share of partner skip locked
), taken as (
  insert into live_references as live (partner_id, reference, payment_id)
  select partner_id, reference, payment_id
  from timed
  on conflict (partner_id, reference) do update set payment_id = excluded.payment_id
  where exists (
    select from payments
    where payments.partner_id = live.partner_id
      and ${isId('payments.payment_id', 'live.payment_id')}
      and payments.payment_id between $18::uuid and $19::uuid
      and payments.stage = 'released'
  )
  returning live.payment_id
), opened as (
  insert into payments
    (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
      amount_detail, details, opened_at, lock_expires_at, previous_payment_id, agent_id,
      lookup_ms, lookup_bytes, request_id)
  select partner_id, payment_id, reference, channel_id, channel_kind, 'locked', amount, currency,
    amount_detail, details, at, at + make_interval(secs => lock_seconds), previous_payment_id,
    agent_id, lookup_ms, lookup_bytes, request_id
  from timed
  where ${isTaken('timed', 'taken')}
  returning payments.*
), ${RECORD_OPENING}`
