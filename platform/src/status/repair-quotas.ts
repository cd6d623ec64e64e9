import type { Pipeline } from '../database/pipeline.ts'
import { STATUS_QUOTA } from './read-status.ts'

/**
 * After the database's clock was set back (a failover, a machine that had begun with a wrong time)
 * calls of the status may stand in a quota's log with times to come, and would count until then. They
 * count from now on, as if all had been made this moment: no window ever holds more than it may.
 *
 * Calls of statements that waited for each other are ahead by moments; those are left as they are.
 */
export const repairQuotas = async (connection: Pipeline): Promise<void> => {
  await connection.query({
    name: 'mend-quotas',
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
        order by partner_id
        for update of status_quotas skip locked
      ))`,
    values: [STATUS_QUOTA.seconds * 1_000_000],
  })
}
