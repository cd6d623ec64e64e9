import { isHere } from '../../../base/database/fenced.ts'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import { RETRY_SECONDS_MAX } from '../retry-schedule.ts'

/** Times are set by one statement and read by another, with moments between them. */
const SLACK_SECONDS = 60

/** Rows in one statement: few enough that no dispatcher waits noticeably for them. */
const REPAIRED_MAX = 1_000

/**
 * Repairs due times after the database's clock was set back (a failover, a machine that started
 * with a wrong time). Deliveries may then be due later than any schedule allows, perhaps in years.
 * They become due now. A delivery that is late by less than the schedule's longest wait cannot be
 * told from one that must wait.
 *
 * @returns how many it repaired, and whether there may be more.
 */
export const repairDueTimes = async (
  connection: Pipeline,
): Promise<{ repaired: number; mayBeMore: boolean }> => {
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
        where ${isHere('partners.partner_id')}
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
  return { repaired: rows.length, mayBeMore: rows.length === REPAIRED_MAX }
}
