import { EVENT_KINDS_ON_REQUEST, type EventKind } from '@wasl/protocol'

/**
 * The events of a payment (section 6, D15, D27): one table defines their kinds, data and order. The
 * statement that changes a payment also makes the body of its event, so the body is SQL. A test
 * compares it with the protocol's schemas.
 *
 * Each event of a payment has a number, its ordinal: 1 is the opening, 2 the outcome, then the
 * refunds, in the order in which they were made. An event's id is its payment's id with that ordinal (`event_id_of`), so the primary key
 * enforces that a payment has one opening and at most one outcome. Ordinals have no gaps: the first
 * attempt of an event waits for the first attempt of the event before it (D14). Nothing else waits.
 */
type EventDefinition = {
  ordinal: number
  /** The fields of `data` in order, the reference first, each with the SQL that makes its JSON. */
  data: { reference: Field } & Record<string, Field>
}

/**
 * SQL for a JSON value, given the name of the payment's row in the statement. Null omits the field.
 */
type Field = (payment: string) => string

/** A partner's text, which needs escaping. */
const text =
  (column: string): Field =>
  (payment) =>
    `to_json(${payment}.${column})::text`

/** A column with our own ids and words, which need no escaping. */
const word =
  (column: string): Field =>
  (payment) =>
    `'"' || ${payment}.${column} || '"'`

const amount =
  (column: string): Field =>
  (payment) =>
    `wire_amount(${payment}.${column})`

const time =
  (column: string): Field =>
  (payment) =>
    `'"' || wire_time(${payment}.${column}) || '"'`

const COMMON = {
  reference: text('reference'),
  paymentId: word('payment_id'),
  channel: word('channel_kind'),
  amount: amount('amount'),
  currency: word('currency'),
  qrCodeToken: word('qr_token'),
}

/** In the events on which a partner may hand over goods, for payments by QR code (D27). */
const QR_CONFIG_KIND: Record<string, Field> = {
  qrConfigKind: (payment) => `case when ${payment}.qr_token is not null
    then coalesce('"' || ${payment}.qr_config_kind || '"', 'null') end`,
}

export const OPENING = 1

/** The event that concludes a payment. The status shows its delivery as `webhookDelivery` (D7). */
export const OUTCOME = 2

/** The ordinal of the first refund, and of its event. */
export const FIRST_REFUND = 3

/** The refunds of a payment: as many as there are ordinals left for their events. */
export const REFUNDS_MAX = 250

export const EVENTS = {
  'payment.initialized': {
    ordinal: OPENING,
    data: {
      ...COMMON,
      ...QR_CONFIG_KIND,
      lockReleaseTime: time('lock_expires_at'),
      initializedAt: time('opened_at'),
    },
  },
  'payment.success': {
    ordinal: OUTCOME,
    data: { ...COMMON, ...QR_CONFIG_KIND, paidAt: time('paid_at') },
  },
  'payment.fail': {
    ordinal: OUTCOME,
    data: { ...COMMON, failedAt: time('released_at'), reason: word('fail_reason') },
  },
  'payment.refunded': {
    ordinal: FIRST_REFUND,
    data: {
      ...COMMON,
      // The columns of the refund, beside those of its payment.
      refundId: word('refund_id'),
      refundedAmount: amount('refund_amount'),
      refundedTotal: amount('refunded_amount'),
      refundedAt: time('made_at'),
      reason: text('reason'),
    },
  },
} as const satisfies Record<EventKind, EventDefinition>

const definitions = Object.entries<EventDefinition>(EVENTS)

const bodyOf = (kind: string, { data }: EventDefinition, payment: string): string => {
  const { reference, ...others } = data
  return [
    `'{"event":"${kind}","data":{"reference":' || ${reference(payment)}`,
    ...Object.entries(others).map(
      ([name, value]) => `coalesce(',"${name}":' || ${value(payment)}, '')`,
    ),
    `'}}'`,
  ].join(`\n    || `)
}

/**
 * SQL for the body of an event of this kind, from a row of `payments`.
 *
 * @param payment the name of that row in the statement.
 */
export const bodySql = (kind: EventKind, payment: string): string =>
  bodyOf(kind, EVENTS[kind], payment)

/** The same for a kind that only the statement knows, which is not that of a refund: `kind` is SQL. */
export const bodyOfKindSql = (kind: string, payment: string): string =>
  `case ${kind} ${definitions
    .filter(([name]) => name !== 'payment.refunded')
    .map(([name, definition]) => `when '${name}' then ${bodyOf(name, definition, payment)}`)
    .join('\n  ')} end`

/** SQL for whether the partner gets events of this kind; both arguments are SQL. */
export const isWantedSql = (kind: string, partnerId: string): string =>
  `(${kind} <> all ('{${EVENT_KINDS_ON_REQUEST.join()}}'::text[])
      or exists (
        select from partners where partners.partner_id = ${partnerId} and ${kind} = any (events)
      ))`

/**
 * The id of an event's payment: the same id with ordinal 0.
 *
 * @example paymentIdOf('01989d2e-5c00-7a10-8f3b-9c02000003e9')
 * // '01989d2e-5c00-7a10-8f3b-9c00000003e9'
 */
export const paymentIdOf = (eventId: string): string =>
  `${eventId.slice(0, 26)}00${eventId.slice(28)}`

/** The condition that `event_id` belongs to the payment whose id is the SQL `id`. */
export const isOfPayment = (id: string): string =>
  `event_id between ${id} and event_id_of(${id}, 255) and event_ordinal(${id}) = 0`
