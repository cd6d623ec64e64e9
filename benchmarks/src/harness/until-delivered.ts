import { setTimeout as sleep } from 'node:timers/promises'
import { query } from './set-postgres.ts'

const POLL_MS = 20

/** Waits until nothing is owed to a partner. */
export const untilDelivered = async (databaseUrl: string): Promise<void> => {
  const owed = 'select from webhook_deliveries where due_at is not null limit 1'
  while ((await query(databaseUrl, owed)).length > 0) await sleep(POLL_MS)
}
