/**
 * A refund that this till pays. It is written to the device before the request goes out, so that a lost
 * answer or a killed tab asks again with the same Idempotency-Key: the platform then answers as it did.
 *
 *   asking ─▶ giving (the amount is known, the payer waits for it) ─▶ given ─▶ forgotten
 *      └ refused ─▶ forgotten
 */
import type { RedeemedRefund } from '@wasl/protocol'
import { ApiFailure } from '../../api/failure.ts'
import { announce, keep, kept } from '../store/database.ts'

export type Redemption =
  | { state: 'asking'; code: string; key: string }
  | { state: 'giving' | 'given'; refund: RedeemedRefund }

const nameOf = (owner: string): string => `refund ${owner}`

/** What this user was paying on this device; null for nothing. */
export const redemptionOf = async (owner: string): Promise<Redemption | null> =>
  (await kept<Redemption | null>(nameOf(owner))) ?? null

/** Every screen says that a refund waits, until the payer has it. */
export const keepRedemption = async (
  owner: string,
  redemption: Redemption | null,
): Promise<void> => {
  await keep(nameOf(owner), redemption)
  announce()
}

/** The platform has decided that nothing is paid: a repetition would be refused the same way. */
export const isRefused = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure &&
  [400, 404, 409, 422, 429].includes(error.status) &&
  !error.code.startsWith('IDEMPOTENCY409')
