import type { Pipeline } from '../../../base/database/pipeline.ts'
import { plainArray } from '../../../base/database/plain-array.ts'

/**
 * The limit on deliveries of one partner that are due because they were brought forward: as many as
 * it answers within moments, and no more than may fail once more if it falls silent again.
 */
const DUE_MAX = 256

/**
 * Brings postponed deliveries of these partners forward: their next attempts are due now, in the
 * order in which they failed. Each is brought forward once for each step of its schedule, and keeps
 * the step and its scheduled time (`scheduled_at`). None comes before its Retry-After.
 *
 * @returns how many it brought forward.
 */
export const bringForward = async (connection: Pipeline, partnerIds: number[]): Promise<number> => {
  const rows = await connection.query({
    name: 'bring-deliveries-forward',
    text: BRING_FORWARD,
    values: [plainArray(partnerIds), DUE_MAX],
  })
  return rows.length
}

const BRING_FORWARD = `
with postponed as materialized (
  select postponed.*
  from unnest($1::int[]) as partner (partner_id)
  cross join lateral (
    select count(*) as due_count
    from (
      select from webhook_deliveries delivery
      where delivery.partner_id = partner.partner_id and delivery.due_at <= (select wasl_now())
      limit $2::int
    ) as due
    where exists (
      select from webhook_deliveries delivery
      where delivery.partner_id = partner.partner_id and delivery.retry_from <= (select wasl_now())
    )
  ) as present
  cross join lateral (
    select partner_id, event_id
    from webhook_deliveries delivery
    where delivery.partner_id = partner.partner_id
      and delivery.retry_from <= (select wasl_now())
      and delivery.due_at > (select wasl_now())
      and delivery.leased_until is null
    order by delivery.retry_from
    limit $2::int - present.due_count
    for update of delivery skip locked
  ) as postponed
)
update webhook_deliveries delivery
set due_at = (select wasl_now()), scheduled_at = delivery.due_at, retry_from = null
from postponed
where delivery.partner_id = postponed.partner_id
  and delivery.event_id = postponed.event_id
returning delivery.partner_id
`
