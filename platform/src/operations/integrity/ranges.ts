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
    .replaceAll(':soon', soonAfter(since, until)?.toISOString() ?? 'infinity')

const MINUTE_MS = 60_000
const SOON_MS_MIN = 10 * MINUTE_MS
const SOON_MS_MAX = 4 * 1_440 * MINUTE_MS

/**
 * Until when the attempts of a range's events are read together, because nearly all were made by then. The
 * shorter the range, the more events come in a moment: those of the ranges after it are not read with it.
 */
const soonAfter = (since: Date | null, until: Date | null): Date | null => {
  if (until === null) return null
  const wideMs = since === null ? SOON_MS_MAX : until.getTime() - since.getTime()
  return new Date(until.getTime() + Math.min(SOON_MS_MAX, Math.max(SOON_MS_MIN, 4 * wideMs)))
}

/** Events in a range: few enough for a part of a second. */
const EVENTS_OF_RANGE = 10_000

/** As long as there are no more, all are asked at once. */
const EVENTS_ASKED_WHOLE = 50_000

const RANGES_MAX = 2_000

/** Pages of the table that are read to find the edges: a page has some ten events. */
const PAGES_OF_RANGE = 4
const PAGES_MAX = 2_000

/** A page that is not full has fewer. */
const EVENTS_OF_PAGE = 10

/**
 * The whole time in ranges of about as many events, the newest first; one range while there are few. A
 * sample of the events says where the edges are: they may all be of one day, and the statistics of a
 * database that was restored a moment ago know nothing of it.
 */
export const readRanges = async (pool: pg.Pool): Promise<Range[]> => {
  const { rows } = await pool.query<{ few: boolean; pages: number }>(
    `select (select count(*) <= ${EVENTS_ASKED_WHOLE} from (
        select from webhook_events limit ${EVENTS_ASKED_WHOLE + 1}
      ) as counted) as few,
      (
        select coalesce(sum(pg_relation_size(inhrelid)), 0)::float8
        from pg_inherits where inhparent = 'webhook_events'::regclass
      ) / current_setting('block_size')::float8 as pages`,
  )
  const [row] = rows
  if (row === undefined || row.few) return [WHOLE]
  const wanted = Math.min(
    PAGES_MAX,
    (row.pages * EVENTS_OF_PAGE * PAGES_OF_RANGE) / EVENTS_OF_RANGE,
  )
  const percent = Math.min(100, (100 * Math.max(wanted, PAGES_OF_RANGE)) / row.pages)
  // The same pages each time, as long as they are there: then the edges stay where they are.
  const sample = await pool.query<{ ms: number }>(
    `select (extract(epoch from id_time(event_id)) * 1000)::float8 as ms
    from webhook_events tablesample system (${percent}) repeatable (1)
    order by ms desc`,
  )
  const events = (sample.rows.length * 100) / percent
  const count = Math.min(RANGES_MAX, Math.max(2, Math.ceil(events / EVENTS_OF_RANGE)))
  return cut(
    sample.rows.map(({ ms }) => ms),
    count,
  )
}

/**
 * Ranges with about as many of these times in each, the newest first. The first and the last are open, so
 * that nothing lies outside.
 *
 * @param times in milliseconds, the newest first.
 */
export const cut = (times: readonly number[], count: number): Range[] => {
  const edges = Array.from({ length: count - 1 }, (_, place) =>
    Math.round(times[Math.floor(((place + 1) * times.length) / count)] ?? 0),
  )
  // Events of one moment are in one range.
  const dates = [...new Set(edges)].map((ms) => new Date(ms))
  return [null, ...dates].map((until, place) => ({ since: dates[place] ?? null, until }))
}
