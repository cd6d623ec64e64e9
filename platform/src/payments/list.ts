import type { Centimes, PaymentStage } from '@wasl/protocol'
import { lowestIdAt } from '../retention/period.ts'
import {
  CLOCK,
  HAS_LAPSED,
  PAYMENT_RECORD,
  type OperatorPaymentDeps,
  type PaymentRecordRow,
} from './payment-record.ts'
import { releaseLapsedRecord } from './release-lapsed.ts'

export type PaymentFilter = {
  partnerId: number | null
  reference: string | null
  /** A token of this partner. */
  qrToken: string | null
  stage: PaymentStage | null
  channelId: number | null
  /** Centimes. */
  amount: Centimes | null
  opened: Period
  paid: Period
  refunded: Period
}

/** From `since` on and before `before`; null where the period is open. */
export type Period = { since: Date | null; before: Date | null }

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
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = [
    ...(beforeId === null ? [] : [`payment.payment_id < ${bind(beforeId)}::uuid`]),
    ...(filter.stage === null ? [] : [stageCondition(filter.stage)]),
    ...(filter.qrToken === null ? [] : [`payment.qr_token = ${bind(filter.qrToken)}`]),
    ...(filter.channelId === null ? [] : [`payment.channel_id = ${bind(filter.channelId)}`]),
    ...(filter.amount === null ? [] : [`payment.amount = ${bind(filter.amount)}`]),
    ...periodConditions(filter, bind),
  ]
  const source = filter.reference === null ? 'payments' : byReference(bind(filter.reference))
  const count = bind(limit)
  const { rows } = await pool.query<PaymentRecordRow>(
    `${CLOCK}, page as (
      select newest.partner_id, newest.payment_id
      from clock
      cross join partners p
      cross join lateral (
        select payment.partner_id, payment.payment_id
        from ${source} as payment
        where ${['payment.partner_id = p.partner_id', ...conditions].join(' and ')}
        order by payment.payment_id desc
        limit ${count}
      ) as newest
      ${filter.partnerId === null ? '' : `where p.partner_id = ${bind(filter.partnerId)}`}
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

/** Starts at the newest payment of a reference, and follows each to the one before it. */
const byReference = (reference: string): string => `(
  with recursive found as (
    select payments.*
    from live_references live
    join payments using (partner_id, payment_id)
    where live.partner_id = p.partner_id and live.reference = ${reference}
    union all
    select earlier.*
    from found
    join payments earlier
      on earlier.partner_id = found.partner_id and earlier.payment_id = found.previous_payment_id
  )
  select * from found
)`

/** A lapsed lock counts as released. */

const stageCondition = (stage: PaymentStage): string => {
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
