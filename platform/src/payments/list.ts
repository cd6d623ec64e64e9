import type { PaymentStage } from '@wasl/protocol'
import { lowestIdAt } from '../base/database/period.ts'
import { namesOfWords } from '../base/typed/match-words.ts'
import {
  amountConditions,
  channelConditions,
  endConditions,
  partnerConditions,
  wordCondition,
} from './filter-conditions.ts'
import {
  CLOCK,
  HAS_LAPSED,
  PAYMENT_RECORD,
  type OperatorPaymentDeps,
  type PaymentRecordRow,
} from './payment-record.ts'
import type { PaymentFilter, Period } from './payment-filter.ts'
import { releaseLapsedRecord } from './release-lapsed.ts'

export type { PaymentFilter, Period } from './payment-filter.ts'

export type PaymentPage = { limit: number; beforeId: string | null }

/**
 * Payments for operators, the newest first, starting before `beforeId`. Reads each partner's newest
 * payments from that partner's index and keeps the newest of all, so that a page costs the same
 * however many payments exist. A lapsed lock counts as released; it is shown as paid if a
 * confirmation was in time after all.
 */
export const listPayments = async (
  { pool, makeTransition }: OperatorPaymentDeps,
  filter: PaymentFilter,
  { limit, beforeId }: PaymentPage,
): Promise<PaymentRecordRow[]> => {
  const source = await sourceOf(pool, filter)
  const names = filter.words.length === 0 ? [] : await namesOfWords(pool, filter.words)
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = [
    ...(beforeId === null ? [] : [`payment.payment_id < ${bind(beforeId)}::uuid`]),
    ...(filter.stage === null ? [] : [stageCondition(filter.stage)]),
    ...(filter.qrToken === null ? [] : [`payment.qr_token = ${bind(filter.qrToken)}`]),
    ...(filter.channelId === null ? [] : [`payment.channel_id = ${bind(filter.channelId)}`]),
    ...channelConditions(filter, bind),
    ...names.map((each) => wordCondition(each, bind)),
    ...endConditions(filter, bind),
    ...amountConditions(filter.amounts, bind),
    ...periodConditions(filter, bind),
    ...(filter.referenceBegins === null
      ? []
      : [`starts_with(payment.reference, ${bind(filter.referenceBegins)})`]),
  ]
  const count = bind(limit)
  const { rows } = await pool.query<PaymentRecordRow>(
    `${CLOCK}, page as (
      select newest.partner_id, newest.payment_id
      from clock
      cross join partners p
      cross join lateral (
        select payment.partner_id, payment.payment_id
        from ${source(bind)} as payment
        where ${['payment.partner_id = p.partner_id', ...conditions].join(' and ')}
        order by payment.payment_id desc
        limit ${count}
      ) as newest
      where ${partnerConditions(filter, bind)}
      order by newest.payment_id desc
      limit ${count}
    )
    select ${PAYMENT_RECORD}
    from clock
    cross join page
    join payments payment using (partner_id, payment_id)
    order by payment.payment_id desc`,
    values,
  )
  return Promise.all(rows.map((row) => releaseLapsedRecord(makeTransition, row)))
}

/**
 * No index contains the times of payments, because each confirmation would have to write it. An id
 * contains the time of opening, which limits the rows to read: a lock lasts a day at most.
 */
const periodConditions = (
  { opened, paid, refunded }: PaymentFilter,
  bind: (value: unknown) => string,
): string[] => {
  const conditions: string[] = []
  const add = (condition: string, moment: Date | string): void => {
    conditions.push(`payment.${condition} ${bind(moment)}`)
  }
  if (opened.since) {
    add('opened_at >=', opened.since)
    add('payment_id >=', idAt(opened.since, -CLOCK_STEP_MS))
  }
  if (paid.since) {
    add('paid_at >=', paid.since)
    add('payment_id >=', idAt(paid.since, -OPENED_BEFORE_MS))
  }
  if (refunded.since) add('refunded_at >=', refunded.since)
  for (const [column, before] of [
    ['opened_at', opened.before],
    ['paid_at', paid.before],
    ['refunded_at', refunded.before],
  ] as const) {
    if (before === null) continue
    add(`${column} <`, before)
    add('payment_id <', idAt(before, CLOCK_STEP_MS))
  }
  // Makes PostgreSQL use the partial index of refunded payments.
  if (refunded.since || refunded.before) conditions.push('payment.refunded_at is not null')
  return conditions
}

/** A day, and a week more for locks that an operator extended after a restore. */
const OPENED_BEFORE_MS = 8 * 86_400_000

/** After a clock was set back, a payment's end may be before its opening, by less than this. */
const CLOCK_STEP_MS = 3_600_000

const idAt = (moment: Date, laterMs: number): string =>
  lowestIdAt(new Date(moment.getTime() + laterMs))

/** An id below, or above, those of payments that were opened in a period; null where it is open. */
export const lowestIdIn = ({ since }: Period): string | null =>
  since === null ? null : idAt(since, 0)

export const idAfter = ({ before }: Period): string | null =>
  before === null ? null : idAt(before, 0)

/** One reference more than are read from the index of references. */
const REFERENCES_PROBED = 5_001

/**
 * Where the payments are read from. Few references with one beginning are read from their index, with
 * all their payments. Of many, the newest payments soon fill a page.
 */
const sourceOf = async (
  pool: OperatorPaymentDeps['pool'],
  { reference, referenceBegins, partnerId }: PaymentFilter,
): Promise<(bind: (value: unknown) => string) => string> => {
  if (reference !== null) return (bind) => byReference(`= ${bind(reference)}`)
  if (referenceBegins === null) return () => 'payments'
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count
    from (
      select
      from partners p
      cross join lateral (
        select from live_references live
        where live.partner_id = p.partner_id and live.reference ${beginsWith('$1')}
        limit ${REFERENCES_PROBED}
      ) as found
      where $2::int is null or p.partner_id = $2
      limit ${REFERENCES_PROBED}
    ) as probe`,
    [referenceBegins, partnerId],
  )
  return rows[0]?.count === REFERENCES_PROBED
    ? () => 'payments'
    : (bind) => byReference(beginsWith(bind(referenceBegins)))
}

/** SQL: a range of the index of references, which is in the order of bytes. */
export const beginsWith = (beginning: string): string =>
  `between ${beginning}::text and ${beginning}::text || chr(1114111)`

/** Starts at the newest payment of each reference, and follows each to the one before it. */
const byReference = (condition: string): string => `(
  with recursive found as (
    select payments.*
    from live_references live
    join payments using (partner_id, payment_id)
    where live.partner_id = p.partner_id and live.reference ${condition}
    union all
    select earlier.*
    from found
    join payments earlier
      on earlier.partner_id = found.partner_id and earlier.payment_id = found.previous_payment_id
  )
  select * from found
)`

/** A lapsed lock counts as released. */
export const stageCondition = (stage: PaymentStage): string => {
  switch (stage) {
    case 'locked':
      return `payment.stage = 'locked' and not ${HAS_LAPSED}`
    case 'released':
      return `(payment.stage = 'released' or ${HAS_LAPSED})`
    case 'paid':
      return `payment.stage = 'paid'`
    case 'refunded':
      // Makes PostgreSQL use the partial index of refunded payments.
      return 'payment.refunded_at is not null'
    default:
      return stage satisfies never
  }
}
