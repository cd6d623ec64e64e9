import type { Centimes, ChannelKind, QrConfigKind } from '@wasl/protocol'
import { extraOf, type OpeningAgent } from '../../parties/agents/opening-agent.ts'
import { WITHIN_LOCKS_MAX } from '../../parties/channels/limits.ts'
import { isId, rangeOfPrevious } from '../../base/database/id-range.ts'
import { coalesce } from '../../base/database/coalesce.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'
import { RECORD_OPENING } from '../record-opening.ts'
import type { PaymentRow } from '../payment-row.ts'

export type QrLockRequest = {
  partnerId: number
  token: string
  /** The code's revision when the payment was decided. */
  revision: number
  /** The configuration in force then; null when the payer names the amount. */
  configuration: { configurationId: string; kind: QrConfigKind; expiresAt: Date | null } | null
  reference: string
  channelId: number
  channelKind: ChannelKind
  amount: Centimes
  lockSeconds: number
  /** How many open locks the channel may have; null or absent when it has far fewer. */
  locksMax?: number | null
  /**
   * The payment that took the single use last, when the code was read: the opening takes the place of
   * this one alone. Null when none had; absent when it was not read.
   */
  previousId?: string | null
  /** In whose name it opens, and what the answer says of the agent. */
  agent?: OpeningAgent | null
  idempotency: IdempotencyKey | null
  /** Of the channel's request: a UUID. */
  requestId?: string | null
}

/**
 * The new payment. Null when the decision is out of date: another payment has the single use, the
 * code was changed or is being changed, the configuration has expired, the partner is inactive, or
 * the channel has no lock left.
 */
export type LockQrPayment = (request: QrLockRequest) => Promise<PaymentRow | null>

/**
 * Opens payments by QR code: many in one statement and one commit, each decided alone. A code that
 * another session holds is decided apart, on a connection of its own (W81).
 */
export const createLockQrPayment = (connection: Pipeline, apart = connection): LockQrPayment =>
  coalesce({
    run: (requests: QrLockRequest[]) => lockPayments(connection, requests),
    runApart: (requests: QrLockRequest[]) => lockPayments(apart, requests),
    lockOf: ({ token }) => token,
    batchMax: 256,
    inFlightMax: 1,
    waitingMax: 10_000,
  })

const lockPayments = async (
  connection: Pipeline,
  requests: QrLockRequest[],
): Promise<(PaymentRow | null)[]> => {
  const rows = await connection.query<PaymentRow & { ord: number }>({
    name: 'lock-qr-payments',
    text: LOCK_PAYMENTS,
    values: [...columnsOf(requests), ...rangeOfPrevious(requests)],
  })
  const opened: (PaymentRow | null)[] = requests.map(() => null)
  for (const { ord, ...payment } of rows) opened[ord - 1] = payment
  return opened
}

const columnsOf = (requests: QrLockRequest[]): unknown[] => [
  requests.map(({ partnerId }) => partnerId),
  requests.map(({ token }) => token),
  requests.map(({ revision }) => revision),
  requests.map(({ configuration }) => configuration?.configurationId ?? null),
  requests.map(({ configuration }) => configuration?.kind ?? null),
  requests.map(({ configuration }) => configuration?.expiresAt ?? null),
  requests.map(({ reference }) => reference),
  requests.map(({ channelId }) => channelId),
  requests.map(({ channelKind }) => channelKind),
  requests.map(({ amount }) => amount),
  requests.map(({ lockSeconds }) => lockSeconds),
  requests.map(({ idempotency }) => idempotency?.key ?? null),
  requests.map(({ idempotency }) => idempotency?.fingerprint ?? null),
  requests.map(({ locksMax }) => locksMax ?? null),
  requests.map(({ agent }) => agent?.agentId ?? null),
  requests.map(({ agent }) => extraOf(agent)),
  requests.map(({ requestId }) => requestId ?? null),
]

/**
 * Locks the code against changes, together with other payers. A code that is being changed is
 * skipped, so that one partner's changes delay no other partner's payers. The opening time is read
 * after the lock. The primary key of qr_single_uses decides who gets a single use.
 */
const LOCK_PAYMENTS = `
with asked as (
  select *
  from unnest(
    $1::int[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[],
    $8::int[], $9::text[], $10::bigint[], $11::int[], $12::text[], $13::bytea[], $14::int[],
    $15::int[], $16::json[], $17::uuid[]
  ) with ordinality as asked (
    partner_id, token, decided_on, configuration_id, config_kind, expires_at, reference,
    channel_id, channel_kind, amount, lock_seconds, idempotency_key, fingerprint,
    locks_max, agent_id, extra, request_id, ord
  )
), held as (
  select asked.*
  from asked
  join qr_codes code using (partner_id, token)
  join partners partner using (partner_id)
  where code.revision = asked.decided_on and partner.status = 'active'
    and partner.state <> 'paused' and ${WITHIN_LOCKS_MAX}
  for share of code skip locked
  -- The lock that a foreign key would take; a partner that another session holds is skipped too.
  for key share of partner skip locked
), timed as (
  select *, wasl_now() as at, new_id(partner_id) as payment_id from held
), payable as (
  select * from timed where expires_at is null or at < expires_at
), used as (
  insert into qr_single_uses as use (partner_id, configuration_id, payment_id)
  -- A fixed order, so that two such statements never deadlock. The first of a batch has the use.
  select distinct on (partner_id, configuration_id) partner_id, configuration_id, payment_id
  from payable
  where config_kind = 'SINGLE_USE'
  order by partner_id, configuration_id, ord
  on conflict (partner_id, configuration_id) do update set payment_id = excluded.payment_id
  where exists (
    select from payments
    where payments.partner_id = use.partner_id
      and ${isId('payments.payment_id', 'use.payment_id')}
      and payments.payment_id between $18::uuid and $19::uuid
      and payments.stage = 'released'
  )
  returning use.payment_id
), opened as (
  insert into payments
    (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
      amount_detail, details, opened_at, lock_expires_at, qr_token, qr_configuration_id,
      qr_config_kind, agent_id, request_id)
  select partner_id, payment_id, reference, channel_id, channel_kind, 'locked', amount, 'DZD', '[]',
    '[]', at, at + make_interval(secs => lock_seconds), token, configuration_id, config_kind,
    agent_id, request_id
  from payable
  where config_kind is distinct from 'SINGLE_USE'
    or payment_id = any(array(select payment_id from used))
  returning payments.*
), references_of_codes as (
  insert into live_references (partner_id, reference, payment_id)
  select partner_id, reference, payment_id from opened
), ${RECORD_OPENING}`
