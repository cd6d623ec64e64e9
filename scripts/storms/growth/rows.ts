/**
 * The rows of a month of payments as the platform leaves them, made by SQL: of ten payments nine are
 * paid and one lapsed, every event was delivered at the first attempt.
 */
import { bodySql } from '../../../platform/src/delivery/webhooks/event.ts'
import {
  after,
  lowestIdAt,
  startOf,
  type Period,
} from '../../../platform/src/base/database/period.ts'

export type SeededMonth = {
  month: Period
  /** How many payments it has, and how many the months before it have. */
  payments: number
  before: number
  partnerIds: number[]
  channelId: number
}

/** A time span, and the values that SOURCE takes for the payments of it. */
type Span = { fromMs: number; untilMs: number }

const spanOf = (period: Period): Span => ({
  fromMs: startOf(period).getTime(),
  untilMs: startOf(after(period, 1)).getTime(),
})

/** Longer than a payment takes from its opening to its last webhook. */
const LONGEST_MS = 20 * 60_000

/**
 * The payments of a span as a subquery, with every column that other tables take from them. They are
 * evenly spread over the month, and its partners have them in turn.
 */
const sourceOf = (
  { month, payments, before, partnerIds, channelId }: SeededMonth,
  span: Span,
): string => {
  const { fromMs, untilMs } = spanOf(month)
  const stepMs = Math.floor((untilMs - fromMs) / payments)
  if (stepMs < 1) throw new Error(`${payments} payments do not fit into a month`)
  const first = Math.max(0, Math.floor((span.fromMs - fromMs) / stepMs))
  const last = Math.min(payments - 1, Math.ceil((span.untilMs - fromMs) / stepMs))
  return `(
    select *,
      (lpad(to_hex(ms), 12, '0') || '700080000000' || lpad(to_hex(partner_id), 8, '0'))::uuid
        as payment_id,
      opened_at + interval '15 minutes' as lock_expires_at,
      case when is_paid then 'paid' else 'released' end as stage,
      case when is_paid then opened_at + interval '5 minutes' end as paid_at,
      case when not is_paid then opened_at + interval '15 minutes' end as released_at,
      case when not is_paid then 'expired' end as fail_reason
    from (
      select ${fromMs}::bigint + number * ${stepMs} as ms,
        'FAC/${month}-' || lpad((${before} + number)::text, 9, '0') as reference,
        (array[${partnerIds.join()}])[1 + number % ${partnerIds.length}] as partner_id,
        number % 10 <> 9 as is_paid,
        timestamptz 'epoch' + (${fromMs}::bigint + number * ${stepMs}) * interval '1 millisecond'
          as opened_at,
        ${channelId} as channel_id, 'AGENCY' as channel_kind, 'DZD' as currency,
        50000::bigint + number % 100000 as amount, null::text as qr_token,
        null::text as qr_config_kind
      from generate_series(${first}::bigint, ${last}::bigint) as number
    ) as numbered
  ) as made`
}

/** Each payment twice: with the event of its opening, and with that of its outcome. */
const EVENTS_OF_EACH = `
  cross join lateral (values
    (1, 'payment.initialized', opened_at),
    (2, case when is_paid then 'payment.success' else 'payment.fail' end,
      coalesce(paid_at, released_at))
  ) as event (ordinal, kind, at)`

const BODY = `case kind
  when 'payment.initialized' then ${bodySql('payment.initialized', 'made')}
  when 'payment.success' then ${bodySql('payment.success', 'made')}
  else ${bodySql('payment.fail', 'made')} end`

/** The columns of a table, each with the SQL that gives it, and what the payments are joined with. */
type Columns = { values: Record<string, string>; join?: string; where?: string }

const EVENT_ID = { partner_id: 'partner_id', event_id: 'event_id_of(payment_id, ordinal)' }

const sameNames = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, name]))

/** What is written with each payment, by month. */
export const BY_MONTH: Record<string, Columns> = {
  payments: {
    values: {
      ...sameNames('partner_id payment_id reference channel_id channel_kind stage amount currency'),
      ...sameNames('opened_at lock_expires_at paid_at released_at fail_reason'),
      amount_detail: `'[]'`,
      details: `'[{"label":{"fr":"Facture","ar":"فاتورة"},"value":{"fr":"Abonnement"}}]'`,
      lookup_ms: '40',
      lookup_bytes: '160',
    },
  },
  payment_transitions: {
    values: {
      ...sameNames('partner_id payment_id'),
      sequence: 'ordinal',
      from_stage: `case ordinal when 2 then 'locked' end`,
      to_stage: `case ordinal when 1 then 'locked' else stage end`,
      cause: `case when ordinal = 1 then 'open' when is_paid then 'confirm' else 'expire' end`,
      at: 'at',
    },
    join: EVENTS_OF_EACH,
  },
  webhook_events: {
    values: { ...EVENT_ID, kind: 'kind', body: BODY, created_at: 'at' },
    join: EVENTS_OF_EACH,
  },
  webhook_deliveries: {
    values: {
      ...EVENT_ID,
      attempts: '1',
      step: '1',
      delivered_at: `at + interval '80 milliseconds'`,
    },
    join: EVENTS_OF_EACH,
  },
  ledger_transfers: {
    values: {
      ...sameNames('partner_id amount'),
      source_id: 'payment_id',
      code: `'COLLECT'`,
      debit_kind: `'cash'`,
      debit_owner: `'chn_' || channel_id`,
      credit_kind: `'partner_payable'`,
      credit_owner: `'prt_' || partner_id`,
      actor: `'chn_' || channel_id`,
      at: 'paid_at',
      business_date: `(paid_at at time zone 'Africa/Algiers')::date`,
    },
    where: 'is_paid',
  },
}

/** What is not partitioned: where each reference leads. */
export const REFERENCES: Record<string, Columns> = {
  live_references: { values: sameNames('partner_id reference payment_id') },
}

const STARTED = `at + interval '40 milliseconds'`
const FINISHED = `at + interval '80 milliseconds'`

/** What is written with each attempt, by the day of its own time. */
export const BY_DAY: Record<string, Columns & { at: string }> = {
  webhook_attempts: {
    values: { ...EVENT_ID, attempt: '1', started_at: STARTED },
    join: EVENTS_OF_EACH,
    at: STARTED,
  },
  webhook_attempt_results: {
    values: {
      ...EVENT_ID,
      attempt: '1',
      finished_at: FINISHED,
      outcome: `'acknowledged'`,
      status: '200',
      duration_ms: '40',
      body_sha256: `sha256(convert_to(${BODY}, 'UTF8'))`,
      sent_timestamp: 'extract(epoch from at)::bigint',
      signature: `sha256(convert_to(payment_id::text, 'UTF8'))`,
    },
    join: EVENTS_OF_EACH,
    at: FINISHED,
  },
}

const insert = (into: string, { values, join = '', where }: Columns, source: string): string =>
  `insert into ${into} (${Object.keys(values).join()})
  select ${Object.values(values).join(', ')} from ${source} ${join}
  ${where === undefined ? '' : `where ${where}`}`

/** @param into the table, or its partition of this month. */
export const insertMonth = (into: string, columns: Columns, month: SeededMonth): string =>
  insert(into, columns, sourceOf(month, spanOf(month.month)))

/** @param into the partition of this day. The payments of the month alone are looked at. */
export const insertDay = (
  into: string,
  { at, ...columns }: Columns & { at: string },
  month: SeededMonth,
  day: Period,
): string => {
  const { fromMs, untilMs } = spanOf(day)
  const [from, until] = [fromMs, untilMs].map((ms) => `'${new Date(ms).toISOString()}'`)
  const where = `${at} >= ${from} and ${at} < ${until}`
  const source = sourceOf(month, { fromMs: fromMs - LONGEST_MS, untilMs })
  return insert(into, { ...columns, where }, source)
}

/** The bounds of a month's partition as SQL literals, and those of a day's. */
export const boundsOf = (period: Period): [string, string] => {
  const [from, until] = [startOf(period), startOf(after(period, 1))]
  const literal = (at: Date): string =>
    period.length === 7 ? `'${lowestIdAt(at)}'` : `'${at.toISOString()}'`
  return [literal(from), literal(until)]
}
