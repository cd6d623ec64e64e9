import type pg from 'pg'
import type { Report } from './report.ts'

/** Longer than a dispatcher gathers what is due to slow partners (0.1 s), and than it waits between polls. */
export const SETTLED_WITHIN_SECONDS = 1.1

const JUST_NOW = `wasl_now() - interval '${SETTLED_WITHIN_SECONDS} seconds'`

/**
 * When nothing breaks any more, no delivery is leased, none became due before just now, and no lock lapsed
 * before just now is left.
 */
export const expectSettled = async (client: pg.ClientBase, report: Report): Promise<void> => {
  const { rows } = await client.query<{ what: string }>({
    name: 'simulation-settled',
    text: `
      select format('event %s is still due, after %s attempts', event_id, attempts) as what
      from webhook_deliveries
      where leased_until is not null or due_at <= ${JUST_NOW}
      union all
      select format('the lock of payment %s has lapsed, and nobody released it', payment_id)
      from payments
      where stage = 'locked' and lock_expires_at <= ${JUST_NOW}`,
  })
  for (const { what } of rows) report(what)
}
