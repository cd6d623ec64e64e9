import type { WebhookDeliveryState } from '@wasl/protocol'
import type { OfKey } from '../../parties/keys/authenticate.ts'
import { wallClock } from '../../base/chance.ts'
import { coalesce } from '../../base/database/coalesce.ts'
import { isWithin, recentIds } from '../../base/database/id-range.ts'
import { rangeOf } from '../../base/database/period.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { plainArray } from '../../base/database/plain-array.ts'
import type { PaymentRow } from '../payment-row.ts'
import { DELIVERY_STATE } from '../../delivery/webhooks/queue/delivery.ts'
import { OUTCOME } from '../../delivery/webhooks/event.ts'

/** 60 requests in any 60 seconds for each partner, over all its keys and all processes (D5). */
export const STATUS_QUOTA = { requests: 60, seconds: 60 }

export type StatusRequest = {
  /** The partner that the key's prefix claims; the hash decides. */
  partnerId: number
  /** Hexadecimal. */
  keyHash: string
  /** Null when the text is not a valid reference: the call counts, and nothing is read. */
  reference: string | null
}

export type Quota = { remaining: number; resetSeconds: number }

/** The partner's newest payment for a reference. Times are in wire format (D3). */
export type StatusRow = Pick<
  PaymentRow,
  'payment_id' | 'stage' | 'channel_kind' | 'currency' | 'amount' | 'refunded_amount'
> & {
  /** When the lock ends or ended; null when it no longer matters (D7). */
  lock_release_time: string | null
  paid_at: string | null
  refunded_at: string | null
  delivery: WebhookDeliveryState
}

export type StatusReading =
  | { verdict: 'unauthorized' }
  | { verdict: 'inactive'; quota: Quota }
  | { verdict: 'limited'; quota: Quota }
  | ({
      verdict: 'read'
      quota: Quota
      payment: StatusRow | null
      isLockLapsed: boolean
    } & OfKey)

export type ReadStatus = (request: StatusRequest) => Promise<StatusReading>

type ReadingRow = {
  ord: number
  partner_status: 'active' | 'inactive'
  granted: boolean
  remaining: number
  reset_seconds: number
  is_lock_lapsed: boolean | null
  key_permissions: string[] | null
} & { [Column in keyof StatusRow]: StatusRow[Column] | null }

/**
 * Checks the key, takes one call from the partner's quota and reads the payment: many requests in
 * one statement, each decided alone. Without a cache, so that every process refuses a revoked key
 * at once.
 */
export const createReadStatus = (connection: Pipeline, apart = connection): ReadStatus =>
  coalesce({
    run: (requests: StatusRequest[]) => readStatuses(connection, requests),
    runApart: (requests: StatusRequest[]) => readStatuses(apart, requests),
    // A quota that another session holds is decided apart, and delays no other partner (W81).
    lockOf: ({ partnerId }) => String(partnerId),
    batchMax: 64,
    // PostgreSQL has the next statement whenever it finishes one, and this process reads its
    // sockets meanwhile.
    inFlightMax: 3,
    waitingMax: 10_000,
  })

const readStatuses = async (
  connection: Pipeline,
  requests: StatusRequest[],
): Promise<StatusReading[]> => {
  const range = recentIds(wallClock())
  const rows = await connection.query<ReadingRow>({
    name: 'read-statuses',
    text: READ_STATUSES,
    values: [
      plainArray(requests.map(({ partnerId }) => partnerId)),
      plainArray(requests.map(({ keyHash }) => keyHash)),
      requests.map(({ reference }) => reference),
      STATUS_QUOTA.requests,
      STATUS_QUOTA.seconds * 1_000_000,
      ...range,
    ],
  })
  const older = rows.filter(({ payment_id: id }) => id !== null && !isWithin(range, id))
  if (older.length > 0) await readOlder(connection, requests, older)
  const readings = requests.map((): StatusReading => ({ verdict: 'unauthorized' }))
  for (const row of rows) readings[row.ord - 1] = readingOf(row)
  return readings
}

/** Completes the rows of payments that were opened before the range of the first statement. */
const readOlder = async (
  connection: Pipeline,
  requests: StatusRequest[],
  rows: ReadingRow[],
): Promise<void> => {
  const asked = rows.map(({ ord }) => requests[ord - 1] as StatusRequest)
  const ids = rows.map(({ payment_id: id }) => id as string)
  const found = await connection.query<StatusRow & { ord: number; is_lock_lapsed: boolean }>({
    name: 'read-older-statuses',
    text: READ_OLDER,
    values: [
      plainArray(asked.map(({ partnerId }) => partnerId)),
      asked.map(({ reference }) => reference),
      plainArray(ids),
      ...rangeOf(ids),
    ],
  })
  for (const { ord, ...status } of found) Object.assign(rows[ord - 1] as ReadingRow, status)
}

const readingOf = (row: ReadingRow): StatusReading => {
  // Never longer than the window, also after the clock was set back (see repair-quotas.ts).
  const resetSeconds = Math.min(row.reset_seconds, STATUS_QUOTA.seconds)
  const quota = { remaining: row.remaining, resetSeconds }
  if (row.partner_status === 'inactive') return { verdict: 'inactive', quota }
  if (!row.granted) return { verdict: 'limited', quota }
  const payment = row.payment_id === null ? null : (row as StatusRow)
  const { key_permissions: keyPermissions } = row
  return {
    verdict: 'read',
    quota,
    payment,
    isLockLapsed: row.is_lock_lapsed === true,
    keyPermissions,
  }
}

/** Of a payment whose month was dropped, `live` has what the status goes on saying (W94). */
const STAGE = `coalesce(payment.stage,
    case when live.refunded_at is null then 'paid' else 'refunded' end)`

const CHANNEL_KIND = `coalesce(payment.channel_kind, case live.channel
    when 'A' then 'AGENCY' when 'D' then 'DELIVERY' when 'M' then 'MARKETPLACE' end)`

const STATUS_COLUMNS = `${STAGE} as stage, ${CHANNEL_KIND} as channel_kind,
  coalesce(payment.currency, 'DZD') as currency, coalesce(payment.amount, live.amount) as amount,
  wire_time(case payment.stage
    when 'locked' then payment.lock_expires_at
    when 'released' then payment.released_at
  end) as lock_release_time,
  payment.stage = 'locked' and payment.lock_expires_at <= wasl_now() as is_lock_lapsed,
  wire_time(coalesce(payment.paid_at, id_time(live.payment_id)
    + make_interval(secs => live.paid_after_ms / 1000.0))) as paid_at,
  wire_time(coalesce(payment.refunded_at, live.refunded_at)) as refunded_at,
  coalesce(payment.refunded_amount, live.refunded_amount, 0) as refunded_amount,
  case
    when live.was_delivered then 'delivered'
    when not live.was_delivered then 'failed'
    when delivery.event_id is null then 'none'
    else ${DELIVERY_STATE}
  end as delivery`

/** The payment that the row `named` names, and the delivery of its outcome, if its id is in the range. */
const joinPayment = (named: string, from: string, to: string): string => `
left join payments payment
  on payment.partner_id = ${named}.partner_id and payment.payment_id = ${named}.payment_id
  and payment.payment_id between ${from} and ${to}
left join webhook_deliveries delivery
  on delivery.partner_id = called.partner_id
  and delivery.event_id = event_id_of(payment.payment_id, ${OUTCOME})
  and delivery.event_id between ${from} and event_id_of(${to}, 255)
  and payment.paid_at is not null`

/**
 * The quota is a log of the calls accepted in the last 60 seconds, the oldest first. A binary
 * search finds the calls that have left the window. Calls are accepted in order of arrival while
 * fewer than 60 remain. The update waits for another process's update of the same partner, and then
 * uses its result. A key that is not the partner's yields no row and takes no call.
 */
const READ_STATUSES = `
with known as materialized (
  select asked.ord, asked.reference, keys.partner_id, partners.status as partner_status,
    keys.permissions as key_permissions,
    row_number() over (partition by keys.partner_id order by asked.ord) as turn
  from unnest($1::int[], $2::text[], $3::text[])
    with ordinality as asked (partner_id, key_hash, reference, ord)
  join partner_api_keys keys
    on keys.partner_id = asked.partner_id
    and keys.key_hash = decode(asked.key_hash, 'hex')
    and (keys.expires_at is null or keys.expires_at > wasl_clock())
  join partners on partners.partner_id = keys.partner_id
), quotas as (
  update status_quotas quota
  set
    granted = least(calls.count, greatest(0, $4::int - cardinality(quota.accepted_at)
      + width_bucket(calls.now - $5::bigint, quota.accepted_at))),
    accepted_at =
      quota.accepted_at[width_bucket(calls.now - $5::bigint, quota.accepted_at) + 1 :]
      || array_fill(
        greatest(calls.now, quota.accepted_at[cardinality(quota.accepted_at)]),
        array[least(calls.count, greatest(0, $4::int - cardinality(quota.accepted_at)
          + width_bucket(calls.now - $5::bigint, quota.accepted_at)))]
      )
  from (
    select partner_id, count(*)::int as count,
      (date_part('epoch', wasl_clock()) * 1000000)::bigint as now
    from known
    group by partner_id
    order by partner_id
  ) as calls
  where quota.partner_id = calls.partner_id
  returning quota.partner_id, quota.granted, $4::int - cardinality(quota.accepted_at) as remaining,
    ceil((quota.accepted_at[1] + $5::bigint - calls.now) / 1000000.0)::int as reset_seconds
), called as (
  select known.ord, known.partner_id, known.partner_status, known.key_permissions,
    quotas.remaining, quotas.reset_seconds,
    known.turn <= quotas.granted as granted,
    case when known.turn <= quotas.granted then known.reference end as reference
  from known
  join quotas using (partner_id)
)
select called.ord, called.partner_status, called.granted, called.remaining,
  called.reset_seconds, called.key_permissions, live.payment_id, ${STATUS_COLUMNS}
from called
left join live_references live
  on live.partner_id = called.partner_id and live.reference = called.reference
${joinPayment('live', '$6::uuid', '$7::uuid')}
`

/** Payments that `READ_STATUSES` did not look for, because they are older than its range. */
const READ_OLDER = `
select called.ord, called.payment_id, ${STATUS_COLUMNS}
from unnest($1::int[], $2::text[], $3::uuid[])
  with ordinality as called (partner_id, reference, payment_id, ord)
left join live_references live on live.partner_id = called.partner_id
  and live.reference = called.reference and live.payment_id = called.payment_id
${joinPayment('called', '$4::uuid', '$5::uuid')}
`
