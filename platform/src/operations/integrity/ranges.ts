/**
 * Ids begin with their time, and the rows of a payment lie together. So a check of payments and webhooks
 * can be asked for a range of time, by the indexes that are there, and its cost does not grow with what
 * lies before and after (W206).
 */
import type pg from 'pg'
import { lowestIdAt } from '../../base/database/period.ts'

/** Null: open on that side. */
export type Range = { since: Date | null; until: Date | null }

export const WHOLE: Range = { since: null, until: null }

/** SQL: this id is in the range that is asked. */
export const inRange = (id: string): string => `${id} >= ':from'::uuid and ${id} < ':to'::uuid`

const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const isRanged = (query: string): boolean =>
  query.includes(':from') || query.includes(':since')

export const withRange = (query: string, { since, until }: Range): string =>
  query
    .replaceAll(':from', since === null ? LOWEST : lowestIdAt(since))
    .replaceAll(':to', until === null ? HIGHEST : lowestIdAt(until))
    .replaceAll(':since', since?.toISOString() ?? '-infinity')
    .replaceAll(':until', until?.toISOString() ?? 'infinity')

/** Events in a range: few enough for a part of a second. */
const EVENTS_OF_RANGE = 10_000

/** As long as there are no more, all are asked at once. */
const EVENTS_ASKED_WHOLE = 50_000

const RANGES_MAX = 2_000

/** The whole time in ranges of about as many events, the newest first. One range while there are few. */
export const readRanges = async (pool: pg.Pool): Promise<Range[]> => {
  const { rows } = await pool.query<{
    few: boolean
    events: number
    first: string | null
    now: Date
  }>(
    `select (select count(*) <= ${EVENTS_ASKED_WHOLE} from (
        select from webhook_events limit ${EVENTS_ASKED_WHOLE + 1}
      ) as counted) as few,
      (
        select coalesce(sum(greatest(reltuples, 0)), 0)::float8
        from pg_inherits join pg_class on oid = inhrelid
        where inhparent = 'webhook_events'::regclass
      ) as events,
      (
        select id_time(min(oldest.payment_id::text)::uuid)::text
        from partners
        cross join lateral (
          select payment_id from payments
          where partner_id = partners.partner_id order by payment_id limit 1
        ) as oldest
      ) as first,
      wasl_now() as now`,
  )
  const [row] = rows
  if (row === undefined || row.few || row.first === null) return [WHOLE]
  const count = Math.min(RANGES_MAX, Math.max(2, Math.ceil(row.events / EVENTS_OF_RANGE)))
  return split(new Date(row.first).getTime(), row.now.getTime(), count)
}

/** The newest first; the first and the last are open, so that nothing lies outside. */
export const split = (firstMs: number, lastMs: number, count: number): Range[] => {
  const step = Math.max(1, (lastMs - firstMs) / count)
  const edge = (place: number): Date => new Date(Math.round(lastMs - place * step))
  return Array.from({ length: count }, (_, place) => ({
    since: place === count - 1 ? null : edge(place + 1),
    until: place === 0 ? null : edge(place),
  }))
}
