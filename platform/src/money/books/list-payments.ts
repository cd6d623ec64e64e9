import type { PaymentStage } from '@wasl/protocol'
import type pg from 'pg'
import { releaseLapsed } from '../../payments/release-lapsed.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import { lowestIdAt } from '../../base/database/period.ts'
import { PAGE_OF_PAYMENTS, READING_STOPPED, type BookRow, type ReadRow } from './payment-rows.ts'

export type BookFilter = {
  partnerId: number
  /** Inclusive business dates, as text. */
  from: string | null
  to: string | null
  stage: PaymentStage | null
}

/** Where a page begins. `completeThrough` is that of the first page: later pages repeat it. */
export type BookPosition = { afterId: string; completeThrough: string | null }

export type BookPage = {
  rows: BookRow[]
  completeThrough: string | null
  /** The last payment that was read, when there may be more. */
  next: BookPosition | null
}

/**
 * Payments that one page reads at most, whether they fit the filter or not. So a page costs the same
 * however few payments fit, and it may have fewer than its limit.
 */
const READ_MAX = 5_000

/**
 * A partner's payments by business date, in the order of their opening (W124). The place of a payment
 * never changes, so nothing is lost or repeated between two pages while payments are made.
 */
export const listBookPayments = async (
  { pool, makeTransition }: { pool: pg.Pool; makeTransition: MakeTransition },
  filter: BookFilter,
  { limit, after }: { limit: number; after: BookPosition | null },
): Promise<BookPage> => {
  const calendar = await readCalendar(pool, filter)
  const completeThrough = after === null ? calendar.sealed_through : after.completeThrough
  const lowestId = after?.afterId ?? (await firstId(pool, filter, calendar))
  const read = { partnerId: filter.partnerId, filter, limit, lowestId, highestId: lastId(calendar) }
  const rows = await readPage(pool, makeTransition, read)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  if (rows.length > limit && last !== undefined) {
    return { rows: shown, completeThrough, next: { afterId: last.payment_id, completeThrough } }
  }
  const stoppedAt = await idWhereReadingStopped(pool, read)
  return {
    rows: shown,
    completeThrough,
    next: stoppedAt === null ? null : { afterId: stoppedAt, completeThrough },
  }
}

type Calendar = {
  time_zone: string
  sealed_through: string | null
  from_at: Date | null
  until_at: Date | null
}

/** The moments between which the business dates lie. */
const readCalendar = async (pool: pg.Pool, { from, to }: BookFilter): Promise<Calendar> => {
  const { rows } = await pool.query<Calendar>(
    `select time_zone, sealed_through::text,
      $1::date::timestamp at time zone time_zone as from_at,
      ($2::date + 1)::timestamp at time zone time_zone as until_at
    from ledger_state`,
    [from, to],
  )
  if (rows[0] === undefined) throw new Error('the state of the ledger has no row')
  return rows[0]
}

/** A day, and a week more for locks that an operator extended after a restore. */
const OPENED_BEFORE_MS = 8 * 86_400_000

/** After a clock was set back, a payment's end may be before its opening, by less than this. */
const CLOCK_STEP_MS = 3_600_000

const NO_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Below the first payment of the dates. It may have been opened on an earlier date than it was paid. */
const firstId = async (
  pool: pg.Pool,
  { partnerId, from }: BookFilter,
  { from_at }: Calendar,
): Promise<string> => {
  if (from === null || from_at === null) return NO_ID
  const openedOnDate = lowestIdAt(new Date(from_at.getTime() - CLOCK_STEP_MS))
  const openedBefore = lowestIdAt(new Date(from_at.getTime() - OPENED_BEFORE_MS))
  const { rows } = await pool.query<{ first_id: string | null }>(FIRST_ID, [
    partnerId,
    from,
    openedBefore,
    openedOnDate,
  ])
  // Ids are compared with >, so begin below the first one.
  return rows[0]?.first_id == null ? openedOnDate : belowId(rows[0].first_id)
}

const belowId = (id: string): string => `${id.slice(0, 13)}-0000-0000-000000000000`

// One look into the index for each date: its first payment that was opened before `from`.
const FIRST_ID = `
  select first.source_id as first_id
  from generate_series(0, 8) as later
  cross join lateral (
    select source_id
    from ledger_transfers
    where partner_id = $1 and business_date = $2::date + later
      and source_id >= $3::uuid and source_id < $4::uuid
      and code = 'COLLECT'
    order by source_id
    limit 1
  ) as first
  order by first.source_id
  limit 1`

const lastId = ({ until_at }: Calendar): string =>
  until_at === null ? LAST_ID : lowestIdAt(new Date(until_at.getTime() + CLOCK_STEP_MS))

type Read = {
  partnerId: number
  filter: BookFilter
  limit: number
  lowestId: string
  highestId: string
}

/**
 * Reads a page, and again after each lapsed lock on it is released: what is shown as released is not
 * paid later. Each round releases a lock of this page, so the rounds end.
 */
const readPage = async (
  pool: pg.Pool,
  makeTransition: MakeTransition,
  read: Read,
): Promise<BookRow[]> => {
  for (;;) {
    const { rows } = await pool.query<ReadRow>(PAGE_OF_PAYMENTS, valuesOf(read))
    const lapsed = rows.filter((row) => row.has_lapsed)
    if (lapsed.length === 0) return rows
    await Promise.all(
      lapsed.map(({ payment_id: paymentId }) =>
        releaseLapsed(makeTransition, { partnerId: read.partnerId, paymentId }),
      ),
    )
  }
}

const valuesOf = ({ partnerId, filter, limit, lowestId, highestId }: Read): unknown[] => [
  partnerId,
  lowestId,
  highestId,
  READ_MAX,
  filter.from,
  filter.to,
  filter.stage,
  limit + 1,
]

/** The last payment of a page that read its maximum without filling the page; null at the end. */
const idWhereReadingStopped = async (
  pool: pg.Pool,
  { partnerId, lowestId, highestId }: Read,
): Promise<string | null> => {
  const { rows } = await pool.query<{ payment_id: string }>(READING_STOPPED, [
    partnerId,
    lowestId,
    highestId,
    READ_MAX,
  ])
  return rows[0]?.payment_id ?? null
}
