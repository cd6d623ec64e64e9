import type { PaymentStage } from '@wasl/protocol'
import { inRange, readRanges, type IdRange } from '../base/database/id-ranges.ts'
import { newestPage, readUntilFull } from '../base/database/newest-page.ts'
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
import { PAYMENTS, sourceOf, type Bind, type Source } from './list-sources.ts'
import { releaseLapsedRecord } from './release-lapsed.ts'

export type { PaymentFilter, Period } from './payment-filter.ts'

export type PaymentPage = { limit: number; beforeId: string | null }

/**
 * Payments for operators, the newest first, starting before `beforeId`. A lapsed lock counts as released; it
 * is shown as paid if a confirmation was in time after all.
 */
export const listPayments = async (
  { pool, makeTransition }: OperatorPaymentDeps,
  filter: PaymentFilter,
  { limit, beforeId }: PaymentPage,
): Promise<PaymentRecordRow[]> => {
  const source = await sourceOf(pool, filter)
  const names = filter.words.length === 0 ? [] : await namesOfWords(pool, filter.words)
  const bounds = idBounds(filter, beforeId)
  const ranges =
    source === PAYMENTS ? await readRanges(pool, ['payments', 'payment_id'], bounds) : [bounds]
  const rows = await readUntilFull(ranges, limit, async (range, left) => {
    const { text, values } = pageQuery({ source, filter, names, range }, left)
    return (await pool.query<PaymentRecordRow>(text, values)).rows
  })
  return Promise.all(rows.map((row) => releaseLapsedRecord(makeTransition, row)))
}

type PageAsked = {
  source: Source
  filter: PaymentFilter
  names: Awaited<ReturnType<typeof namesOfWords>>
  range: IdRange
}

/** The newest payments in a range of ids. */
const pageQuery = (
  { source, filter, names, range }: PageAsked,
  limit: number,
): { text: string; values: unknown[] } => {
  const values: unknown[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const ofRange = inRange('payment.payment_id', range, bind)
  const conditions = [
    'payment.partner_id = p.partner_id',
    ...ofRange,
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
  const newest = (many: string): string => `
    select payment.partner_id, payment.payment_id
    from ${source(bind)} as payment
    where ${conditions.join(' and ')}
    order by payment.payment_id desc
    limit ${many}`
  const where = partnerConditions(filter, bind)
  const text = `${CLOCK}, ${newestPage({ id: 'payment_id', newest, where, count })}
    select ${PAYMENT_RECORD}
    from clock
    cross join page
    join payments payment using (partner_id, payment_id)
    where ${['true', ...ofRange].join(' and ')}
    order by payment.payment_id desc`
  return { text, values }
}

const periodConditions = ({ opened, paid, refunded }: PaymentFilter, bind: Bind): string[] => {
  const conditions: string[] = []
  const add = (condition: string, moment: Date | string): void => {
    conditions.push(`payment.${condition} ${bind(moment)}`)
  }
  for (const [column, { since, before }] of [
    ['opened_at', opened],
    ['paid_at', paid],
    ['refunded_at', refunded],
  ] as const) {
    if (since !== null) add(`${column} >=`, since)
    if (before !== null) add(`${column} <`, before)
  }
  // Makes PostgreSQL use the partial index of refunded payments.
  if (refunded.since || refunded.before) conditions.push('payment.refunded_at is not null')
  return conditions
}

/**
 * No index contains the times of payments, because each confirmation would have to write it. An id
 * contains the time of opening, which limits the rows to read: a lock lasts a day at most.
 */
const idBounds = ({ opened, paid, refunded }: PaymentFilter, beforeId: string | null): IdRange => {
  const from = [
    ...(opened.since === null ? [] : [idAt(opened.since, -CLOCK_STEP_MS)]),
    ...(paid.since === null ? [] : [idAt(paid.since, -OPENED_BEFORE_MS)]),
  ]
  const before = [
    ...(beforeId === null ? [] : [beforeId.toLowerCase()]),
    ...[opened, paid, refunded].flatMap((one) =>
      one.before === null ? [] : [idAt(one.before, CLOCK_STEP_MS)],
    ),
  ]
  return { from: from.toSorted().at(-1) ?? null, before: before.toSorted()[0] ?? null }
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
