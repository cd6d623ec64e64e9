import type pg from 'pg'
import type { Report } from './report.ts'

/** When nothing breaks any more, no delivery is due or leased, and no lapsed lock is left. */
export const expectSettled = async (client: pg.ClientBase, report: Report): Promise<void> => {
  const { rows } = await client.query<{ what: string }>({
    name: 'simulation-settled',
    text: `
      select format('event %s is still due, after %s attempts', event_id, attempts) as what
      from webhook_deliveries
      where leased_until is not null or due_at <= wasl_now()
      union all
      select format('the lock of payment %s has lapsed, and nobody released it', payment_id)
      from payments
      where stage = 'locked' and lock_expires_at <= wasl_now()`,
  })
  for (const { what } of rows) report(what)
}
