import { RESEND_EVENTS_MAX } from '@wasl/protocol'
import type pg from 'pg'
import { isCounted } from '../../cells/counted.ts'
import { STATE_CONDITIONS } from '../webhooks/queue/delivery.ts'
import { eventsOfPeriod } from '../webhooks/queue/events-of-period.ts'
import type { ResendFilter } from './resend.ts'

export type PartnerCount = { partner_id: number; count: number }

/**
 * How many events of each partner a resend would look at now: partners without any are left out.
 * One more than a resend may have is counted, so that the sum tells whether there are more.
 */
export const countEvents = async (
  pool: pg.Pool | pg.PoolClient,
  { partnerId, states, ...period }: ResendFilter,
  leftOut: readonly number[] = [],
): Promise<PartnerCount[]> => {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const { source, conditions } = eventsOfPeriod('p.partner_id', period, states, bind)
  const { rows } = await pool.query<PartnerCount>(
    `select partner_id, count(*)::int as count
    from (
      select p.partner_id
      from partners p
      cross join lateral (
        select
        from ${source}
        where ${[...conditions, statesCondition(states)].join(' and ')}
      ) as matching
      where ${isCounted('p.partner_id', leftOut)}
        ${partnerId === null ? '' : `and p.partner_id = ${bind(partnerId)}`}
      limit ${RESEND_EVENTS_MAX + 1}
    ) as counted
    group by partner_id
    order by partner_id`,
    values,
  )
  return rows
}

/** The condition that `delivery` has one of these states. */
export const statesCondition = (states: ResendFilter['states']): string =>
  `(${states.map((state) => `(${STATE_CONDITIONS[state]})`).join(' or ')})`

export const sumOf = (counts: PartnerCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)
