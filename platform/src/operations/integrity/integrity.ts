import { BOOKS_INTEGRITY } from './ledger.ts'
import { PAYMENT_INTEGRITY } from './payments.ts'
import { QR_INTEGRITY } from './qr-codes.ts'
import { withRange, WHOLE } from './ranges.ts'
import { STATUS_INTEGRITY } from './status.ts'
import { WEBHOOK_INTEGRITY } from './webhooks.ts'

/**
 * What must always be true (I1 to I10 and L1 to L9). Each query returns the rows that contradict it,
 * so it must return none. The tests ask all of them after every storm, and an operator asks them
 * over HTTP. Each is one statement, so it sees the database at one moment.
 */
export const INTEGRITY_IN_RANGES: Record<string, string> = {
  ...PAYMENT_INTEGRITY,
  ...WEBHOOK_INTEGRITY,
  ...QR_INTEGRITY,
  ...STATUS_INTEGRITY,
  ...BOOKS_INTEGRITY,
}

/** The same, of all rows. */
export const INTEGRITY: Record<string, string> = Object.fromEntries(
  Object.entries(INTEGRITY_IN_RANGES).map(([name, query]) => [name, withRange(query, WHOLE)]),
)

/** How long a lease may have lapsed before somebody must have taken its delivery over. */
export const withLeaseGrace = (query: string, seconds: number): string =>
  query.replaceAll(':grace', String(seconds))
