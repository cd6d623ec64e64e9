import { isHere } from '../../base/database/fenced.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'

/** Ended echoes are kept as long as their events can still be sent again by their schedule, and longer. */
const KEPT_DAYS = 35

/** Deletes echoes that ended long ago. Those that are not booked stay. Returns how many it deleted. */
export const forgetOldEchoes = async (connection: Pipeline, max: number): Promise<number> => {
  const rows = await connection.query({
    name: 'forget-old-echoes',
    text: `
      delete from payment_echoes
      where (partner_id, payment_id) in (
        select partner_id, payment_id
        from payment_echoes
        where state in ('agreed', 'unanswered', 'refunded')
          and acknowledged_at < wasl_now() - make_interval(days => ${KEPT_DAYS})
          and ${isHere('partner_id')}
        order by acknowledged_at
        limit $1::int
        for update skip locked
      )
      returning payment_id`,
    values: [max],
  })
  return rows.length
}
