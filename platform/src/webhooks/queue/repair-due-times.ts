import type { Pipeline } from '../../database/pipeline.ts'
import { RETRY_SECONDS_MAX } from '../retry-schedule.ts'

/** Times are set by one statement and read by another: moments lie between them. */
const SLACK_SECONDS = 60

/** Mended by one statement: few enough that no dispatcher waits for the rows noticeably. */
const REPAIRED_MAX = 1_000

/**
 * After the database's clock was set back (a failover, a machine that had begun with a wrong time)
 * deliveries may be due later than any schedule ever says, perhaps in years. They are due now. What
 * is late by less than the longest wait of the schedule cannot be told from what must wait.
 *
 * @returns how many it mended, and whether there may be more.
 */
export const repairDueTimes = async (
  connection: Pipeline,
): Promise<{ mended: number; mayBeMore: boolean }> => {
  const rows = await connection.query({
    name: 'repair-due-times',
    text: `
      with late as materialized (
        select late.*
        from partners
        cross join lateral (
          select partner_id, event_id
          from webhook_deliveries delivery
          where delivery.partner_id = partners.partner_id
            and delivery.due_at > (select wasl_now()) + make_interval(secs => $1::int)
          limit $2::int
          for update of delivery skip locked
        ) as late
        limit $2::int
      )
      update webhook_deliveries delivery
      set due_at = (select wasl_now()), scheduled_at = null
      from late
      where delivery.partner_id = late.partner_id
        and delivery.event_id = late.event_id
      returning delivery.partner_id`,
    values: [RETRY_SECONDS_MAX + SLACK_SECONDS, REPAIRED_MAX],
  })
  return { mended: rows.length, mayBeMore: rows.length === REPAIRED_MAX }
}
