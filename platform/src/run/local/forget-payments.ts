import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'

/**
 * All tables of payments, events and the ledger. Partners, channels, people, keys, secrets and QR codes
 * stay.
 */
export const FORGOTTEN = [
  'payments',
  'payment_transitions',
  'payment_refusals',
  'payment_notes',
  'follow_ups',
  'follow_up_entries',
  'restores',
  'money_days',
  'partner_calls',
  'live_references',
  'open_locks',
  'qr_single_uses',
  'idempotency_keys',
  'idempotent_answers',
  'shifts',
  'shift_counts',
  'shift_count_parts',
  'variances',
  'cases',
  'recoveries',
  'refunds',
  'refund_codes',
  'refund_guesses',
  'refund_transitions',
  'handovers',
  'deposits',
  'deposit_pictures',
  'floats',
  'remittances',
  'bank_imports',
  'bank_lines',
  'bank_group_things',
  'bank_posting_requests',
  'statements',
  'statement_counters',
  'statement_fees',
  'statement_manifests',
  'statement_pdfs',
  'payouts',
  'payout_batches',
  'payout_batch_downloads',
  'channel_days',
  'partner_warnings',
  'qr_scans',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_attempt_results',
  'partner_list_quotas',
  'payment_echoes',
  'adjustments',
  'ledger_transfers',
  'ledger_days',
  'ledger_totals',
  'ledger_closings',
  'ledger_archives',
  'ledger_archive_sums',
  // What happened at a time that is no longer past.
  'challenges',
  'guesses',
  'security_notices',
  'setting_requests',
  'sign_in_tries',
  'incidents',
  'integrity_runs',
  'live_checks',
  'lookup_failures',
  'notifications',
  'pin_tries',
  'processes',
  'resends',
  'test_calls',
  'work_leases',
]

/**
 * Deletes all payments, their events and their transfers: a clock that goes back would contradict
 * them. The triggers that make history append-only are off during the transaction.
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
    await tx.query('update ledger_state set open_day = null, sealed_through = null')
    return rows[0]?.count ?? 0
  })
