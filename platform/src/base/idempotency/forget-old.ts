import { isHere } from '../database/fenced.ts'
import type { Pipeline } from '../database/pipeline.ts'

/** How long the answer to an Idempotency-Key is kept (D21). */
export const KEPT_HOURS = 24

/** Keys of requests on payments, and of all others. */
const TABLES = ['idempotency_keys', 'idempotent_answers'] as const

/** Deletes expired keys, at most `limit` of each table. */
export const forgetOldKeys = async (
  connection: Pipeline,
  limit: number,
): Promise<{ forgotten: number; mayBeMore: boolean }> => {
  let forgotten = 0
  let mayBeMore = false
  for (const table of TABLES) {
    const { length } = await connection.query({
      name: `forget-old-${table}`,
      text: forgetOldOf(table),
      values: [KEPT_HOURS, limit],
    })
    forgotten += length
    mayBeMore ||= length === limit
  }
  return { forgotten, mayBeMore }
}

const forgetOldOf = (table: (typeof TABLES)[number]): string => `
  delete from ${table}
  where ctid = any(array(
    select ctid from ${table}
    where created_at <= (select wasl_now()) - make_interval(hours => $1::int)
      and ${isHere('partner_id')}
    order by created_at
    limit $2::int
    for update skip locked
  ))
  returning 1`
