import type pg from 'pg'
import { until } from '../../../platform/test/support/wait.ts'

/**
 * Moves all retries of webhooks a day away, so that nothing is sent by itself within a story. An attempt
 * under way sets the time of the next one when it ends: those are moved then.
 */
export const postponeRetries = (pool: pg.Pool): Promise<true> =>
  until('all retries to be a day away', async () => {
    await pool.query(
      `update webhook_deliveries set due_at = wasl_now() + interval '1 day'
      where due_at < wasl_now() + interval '12 hours' and leased_until is null`,
    )
    const { rowCount } = await pool.query(
      `select from webhook_deliveries
      where leased_until is not null or due_at < wasl_now() + interval '12 hours'`,
    )
    return rowCount === 0
  })
