import type { EventState } from '@wasl/protocol'
import type pg from 'pg'
import { inRange, readRanges, type IdRange } from '../../../base/database/id-ranges.ts'
import { newestPage, readUntilFull } from '../../../base/database/newest-page.ts'
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
  return readUntilFull(ranges, limit, async (range, left) => {
    const { text, values } = pageQuery(filter, range, left)
    return (await pool.query<DeliveryRecord>(text, values)).rows
  })
}

/**
 * The newest events in a range of ids. Failed and pending events are few among many delivered ones. They
 * have indexes of their own and are read from those.
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
  const ofEvents = inRange('event.event_id', range, bind)
  const ofDeliveries = inRange('delivery.event_id', range, bind)
  conditions.push(
    ...(ids === 'event' ? ofEvents : []),
    ...ofDeliveries,
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
  const where = partnerId === null ? 'true' : `p.partner_id = ${bind(partnerId)}`
  const text = `with clock as materialized (select wasl_now() as now),
    ${newestPage({ id: 'event_id', newest, where, count })}
    select ${DELIVERY_RECORD}
    from clock
    cross join page
    join webhook_events event using (partner_id, event_id)
    join webhook_deliveries delivery using (partner_id, event_id)
    where ${['true', ...ofEvents, ...ofDeliveries].join(' and ')}
    order by event.event_id desc`
  return { text, values }
}
