import type { EventKind, EventState } from '@wasl/protocol'
import { lowestIdAt } from '../../../base/database/period.ts'

/** Which events: null means any. */
export type EventPeriod = { event: EventKind | null; since: Date | null; until: Date | null }

/**
 * An event's id has the time of its payment's opening. Apart from refunds, the last event of a
 * payment follows within the longest lock (24 h), or later if the platform was down then.
 */
const LATE_MS = 8 * 86_400_000

const REFUNDED = 'payment.refunded'

/** Adds a value to the statement, and returns its parameter. */
type Bind = (value: unknown) => string

/**
 * SQL for events as `event` with their deliveries as `delivery`. Reads the events of one period in
 * the order of their ids, from the primary key. The events of refunds, which come late, are few and
 * have an index by time.
 *
 * @param partner SQL for the partner's number.
 * @param states failed and pending events are few: they are read from the queue's indexes.
 */
export const eventsOfPeriod = (
  partner: string,
  { event, since, until }: EventPeriod,
  states: readonly EventState[] | null,
  bind: Bind,
): { source: string; conditions: string[] } => {
  const made = [
    ...(since === null ? [] : [`event.created_at >= ${bind(since)}::timestamptz`]),
    ...(until === null ? [] : [`event.created_at <= ${bind(until)}::timestamptz`]),
    ...(event === null ? [] : [`event.kind = ${bind(event)}`]),
  ]
  const isOfFew = states !== null && !states.includes('delivered')
  if (isOfFew) {
    if (made.length === 0)
      return {
        source: 'webhook_deliveries delivery',
        conditions: [`delivery.partner_id = ${partner}`],
      }
    return {
      source: 'webhook_deliveries delivery join webhook_events event using (partner_id, event_id)',
      conditions: [`delivery.partner_id = ${partner}`, ...made],
    }
  }
  const joined = 'join webhook_deliveries delivery using (partner_id, event_id)'
  const isBounded = since !== null && event !== REFUNDED
  const bounds = [
    ...(isBounded
      ? [`event.event_id >= ${bind(lowestIdAt(new Date(since.getTime() - LATE_MS)))}::uuid`]
      : []),
    ...(until === null
      ? []
      : [`event.event_id < ${bind(lowestIdAt(new Date(until.getTime() + 1)))}::uuid`]),
  ]
  const ofPartner = [`event.partner_id = ${partner}`, ...made]
  if (!isBounded || event !== null) {
    return {
      source: `webhook_events event ${joined}`,
      conditions: [
        ...ofPartner,
        ...bounds,
        ...(event === REFUNDED ? [`event.kind = '${REFUNDED}'`] : []),
      ],
    }
  }
  const read = (conditions: string[]): string =>
    `select partner_id, event_id, kind, created_at from webhook_events event
        where ${conditions.join(' and ')}`
  return {
    source: `(
      ${read([...ofPartner, ...bounds, `event.kind <> '${REFUNDED}'`])}
      union all
      ${read([...ofPartner, `event.kind = '${REFUNDED}'`])}
    ) as event ${joined}`,
    conditions: ['true'],
  }
}
