import type pg from 'pg'
import { bodySql } from '../../../platform/src/delivery/webhooks/event.ts'
import { FIRST_PARTNER } from './partners.ts'

export type PaymentsToSeed = {
  /** The number of the first payment. Ids and references are derived from the number. */
  from: number
  count: number
  /** How many partners the payments are spread over, in turn. */
  partners: number
  channelId: number
  /** The time of payment 0, and the milliseconds between two; by default TIME_BASE and 1. */
  startMs?: number
  stepMs?: number
  /**
   * - `locked`: opened, with a lock of one day; no delivery is due.
   * - `delivered`: paid, and `payment.success` was delivered.
   * - `due`: opened, with a lock of one day; `payment.initialized` is due.
   */
  as: 'locked' | 'delivered' | 'due'
}

/** Rows of one statement. More would only use more memory. */
const CHUNK = 250_000

/** The reference of the seeded payment with this number. */
export const referenceOf = (number: number): string => `BENCH-${number}`

/** The id of the seeded payment with this number, as the statements below compute it. */
export const paymentIdOf = (number: number, partnerId: number): string => {
  const time = (TIME_BASE + number).toString(16).padStart(12, '0')
  const partner = partnerId.toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-0000${partner}`
}

export const partnerOf = (number: number, partners: number): number =>
  FIRST_PARTNER + (number % partners)

/** Inserts payments in their final state, which is much faster than opening and paying them. */
export const seedPayments = async (client: pg.Client, asked: PaymentsToSeed): Promise<void> => {
  // The rows are consistent, so foreign keys need not be checked for each of millions.
  await client.query(`set session_replication_role = replica`)
  for (let done = 0; done < asked.count; done += CHUNK) {
    const from = asked.from + done
    const count = Math.min(CHUNK, asked.count - done)
    await client.query(STATEMENTS[asked.as], [
      from,
      from + count - 1,
      asked.partners,
      asked.channelId,
      asked.stepMs ?? 1,
      asked.startMs ?? TIME_BASE,
    ])
  }
  await client.query(`set session_replication_role = origin`)
}

/** Removes payments of these numbers, of whom nothing but their deliveries was made. */
export const removeSeeded = async (
  client: pg.Client,
  from: number,
  count: number,
): Promise<void> => {
  await client.query(`set session_replication_role = replica`)
  await client.query(REMOVE, [from, from + count - 1])
  await client.query(`set session_replication_role = origin`)
}

const REMOVE = `
  with gone as (
    delete from live_references
    where reference in (select 'BENCH-' || number from generate_series($1::bigint, $2::bigint) as number)
    returning partner_id, payment_id, event_id_of(payment_id, 1) as event_id
  ), ${[
    ['payments', 'payment_id'],
    ['open_locks', 'payment_id'],
    ['webhook_events', 'event_id'],
    ['webhook_deliveries', 'event_id'],
    ['webhook_attempts', 'event_id'],
  ]
    .map(
      ([table, id]) => `of_${table} as (
        delete from ${table} using gone
        where ${table}.partner_id = gone.partner_id and ${table}.${id} = gone.${id}
      )`,
    )
    .join(', ')}
  select`

/**
 * Milliseconds since 1970, an hour ago: claims look for events of payments opened lately. Each payment
 * is one step later than the previous one.
 */
export const TIME_BASE = Date.now() - 3_600_000

const NUMBERED = `
  select number, ${FIRST_PARTNER} + number % $3::int as partner_id,
    lpad(to_hex($6::bigint + number * $5::bigint), 12, '0') as time,
    lpad(to_hex(${FIRST_PARTNER} + number % $3::int), 8, '0') as partner
  from generate_series($1::bigint, $2::bigint) as number`

const INSERT_LOCKED = `
  insert into payments
    (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
      amount_detail, details, opened_at, lock_expires_at, request_id)
  select partner_id, (time || '700080000000' || partner)::uuid, 'BENCH-' || number, $4::int,
    'AGENCY', 'locked', 59980, 'DZD', '[]', '[]', wasl_now(), wasl_now() + interval '1 day',
    (time || '7000a0000000' || partner)::uuid
  from numbered
  returning payments.*`

const LIVE = `live as (
  insert into live_references (partner_id, reference, payment_id)
  select partner_id, reference, payment_id from made
)`

const LOCKS = `locks as (
  insert into open_locks (partner_id, payment_id, channel_id, lock_expires_at)
  select partner_id, payment_id, channel_id, lock_expires_at from made
)`

const LOCKED = `
with numbered as (${NUMBERED}), made as (${INSERT_LOCKED}), ${LIVE}, ${LOCKS}
insert into payment_transitions (partner_id, payment_id, sequence, to_stage, cause, at)
select partner_id, payment_id, 1, 'locked', 'open', opened_at from made`

const DELIVERED = `
with numbered as (${NUMBERED}), made as (
  insert into payments
    (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
      amount_detail, details, opened_at, lock_expires_at, paid_at, request_id)
  select partner_id, (time || '700080000000' || partner)::uuid, 'BENCH-' || number, $4::int,
    'AGENCY', 'paid', 59980, 'DZD', '[]', '[]', wasl_now() - interval '1 hour',
    wasl_now() - interval '45 minutes', wasl_now() - interval '50 minutes',
    (time || '7000a0000000' || partner)::uuid
  from numbered
  returning payments.*
), ${LIVE}, events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id_of(payment_id, 2), 'payment.success',
    ${bodySql('payment.success', 'made')}, paid_at
  from made
)
insert into webhook_deliveries (partner_id, event_id, attempts, step, delivered_at)
select partner_id, event_id_of(payment_id, 2), 1, 1, paid_at
from made`

const DUE = `
with numbered as (${NUMBERED}), made as (${INSERT_LOCKED}), ${LIVE}, ${LOCKS}, events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id_of(payment_id, 1), 'payment.initialized',
    ${bodySql('payment.initialized', 'made')}, opened_at
  from made
)
insert into webhook_deliveries (partner_id, event_id, due_at)
select partner_id, event_id_of(payment_id, 1), opened_at
from made`

const STATEMENTS = { locked: LOCKED, delivered: DELIVERED, due: DUE }
