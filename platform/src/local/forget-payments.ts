import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'

/** All tables of payments and events. Partners, channels, keys, secrets and QR codes stay. */
export const FORGOTTEN = [
  'payments',
  'payment_transitions',
  'payment_refusals',
  'live_references',
  'open_locks',
  'qr_single_uses',
  'idempotency_keys',
  'partner_warnings',
  'qr_scans',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_attempt_results',
]

/**
 * Deletes all payments and their events: a clock that goes back would contradict them. The triggers
 * that make history append-only are off during the transaction.
 *
 * @returns how many payments there were.
 */
export const forgetPayments = (pool: pg.Pool): Promise<number> =>
  withTransaction(pool, async (tx) => {
    await tx.query('set local session_replication_role = replica')
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::int as count from payments',
    )
    await tx.query(`truncate ${FORGOTTEN.join(', ')}`)
    await tx.query('update status_quotas set accepted_at = default')
    return rows[0]?.count ?? 0
  })
