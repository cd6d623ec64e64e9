import { isHere } from '../../base/database/fenced.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { STATUS_QUOTA } from './read-status.ts'

/**
 * Repairs quotas after the database's clock was set back (a failover, a machine that started with a
 * wrong time). The log may then hold calls with future times, which would count until those times.
 * They are set to now, as if all had been made at this moment, so that no window holds more than
 * its limit.
 *
 * Calls that are ahead by moments stay: their statements waited for each other.
 */
export const repairQuotas = async (connection: Pipeline): Promise<void> => {
  await connection.query({
    name: 'repair-quotas',
    text: `
      with clock as materialized (
        select (date_part('epoch', wasl_clock()) * 1000000)::bigint as now
      )
      update status_quotas quota
      set accepted_at = array_fill(clock.now, array[cardinality(quota.accepted_at)])
      from clock
      where quota.partner_id = any(array(
        select partner_id
        from status_quotas, clock
        where accepted_at[cardinality(accepted_at)] > clock.now + $1::bigint
          and ${isHere('partner_id')}
        order by partner_id
        for update of status_quotas skip locked
      ))`,
    values: [STATUS_QUOTA.seconds * 1_000_000],
  })
}
