import type { EventState } from '@wasl/protocol'
import type pg from 'pg'
import { inRange, readRanges, type IdRange } from '../../../base/database/id-ranges.ts'
import { isOfPayment } from '../event.ts'
import { eventsOfPeriod, type EventPeriod } from './events-of-period.ts'
import { DELIVERY_RECORD, STATE_CONDITIONS, type DeliveryRecord } from './delivery.ts'

export type EventFilter = EventPeriod & {
  partnerId: number | null
  paymentId: string | null
  state: EventState | null
}

export type EventPage = { limit: number; beforeId: string | null }

/**
 * Webhook events for operators, the newest first, starting before `beforeId`. Those of all partners are
 * looked for in the newest months first (W140).
 */
export const listEvents = async (
  pool: pg.Pool,
  filter: EventFilter,
  { limit, beforeId }: EventPage,
): Promise<DeliveryRecord[]> => {
  const bounds = { from: null, before: beforeId }
  const isOfAll = filter.partnerId === null && filter.paymentId === null
  const ranges = isOfAll ? await readRanges(pool, ['webhook_events', 'event_id'], bounds) : [bounds]
  const found: DeliveryRecord[] = []
  for (const range of ranges) {
    const { text, values } = pageQuery(filter, range, limit - found.length)
    const { rows } = await pool.query<DeliveryRecord>(text, values)
    found.push(...rows)
    if (found.length >= limit) break
  }
  return found
}

/**
 * The newest events in a range of ids. Each partner's are read from its index. A partner whose newest one is
 * older than those of `limit` others has none on the page, so no more than these are read in full.
 *
 * Failed and pending events are few among many delivered ones. They have indexes of their own and
 * are read from those.
 */
const pageQuery = (
  { partnerId, paymentId, state, ...period }: EventFilter,
  range: IdRange,
  limit: number,
): { text: string; values: unknown[] } => {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const states = state === null || paymentId !== null ? null : [state]
  const { source, conditions } = eventsOfPeriod('p.partner_id', period, states, bind)
  const ids = source.startsWith('webhook_deliveries') ? 'delivery' : 'event'
  // Of both tables, because PostgreSQL does not conclude the range of one from that of the other.
  const ofBoth = (): string[] =>
    ['event.event_id', 'delivery.event_id'].flatMap((id) => inRange(id, range, bind))
  conditions.push(
    ...(ids === 'event' ? ofBoth() : inRange('delivery.event_id', range, bind)),
    ...(state === null ? [] : [STATE_CONDITIONS[state]]),
    ...(paymentId === null ? [] : [isOfPayment(`${bind(paymentId)}::uuid`)]),
  )
  const count = bind(limit)
  const newest = (many: string): string => `
    select ${ids}.partner_id, ${ids}.event_id
    from ${source}
    where ${conditions.join(' and ')}
    order by ${ids}.event_id desc
    limit ${many}`
  const text = `with clock as materialized (select wasl_now() as now), front as (
      select p.partner_id
      from partners p
      cross join lateral (${newest('1')}) as newest
      ${partnerId === null ? '' : `where p.partner_id = ${bind(partnerId)}`}
      order by newest.event_id desc
      limit ${count}
    ), page as (
      select newest.partner_id, newest.event_id
      from front p
      cross join lateral (${newest(count)}) as newest
      order by newest.event_id desc
      limit ${count}
    )
    select ${DELIVERY_RECORD}
    from clock
    cross join page
    join webhook_events event using (partner_id, event_id)
    join webhook_deliveries delivery using (partner_id, event_id)
    where ${['true', ...ofBoth()].join(' and ')}
    order by event.event_id desc`
  return { text, values }
}
