import type { PaymentStatus } from '@wasl/protocol'
import type { OfKey } from '../../parties/keys/authenticate.ts'
import { lockReleaseTime } from '../payment.ts'
import { releaseLapsed } from '../release-lapsed.ts'
import type { MakeTransition } from '../transition.ts'
import type { Quota, ReadStatus, StatusRequest, StatusRow } from './read-status.ts'
import { statusOf } from './status.ts'

export type StatusAnswer =
  | { verdict: 'unauthorized' }
  | { verdict: 'inactive'; quota: Quota }
  | { verdict: 'limited'; quota: Quota }
  | ({ verdict: 'answered'; quota: Quota; status: PaymentStatus } & OfKey)

export type StatusDeps = { readStatus: ReadStatus; makeTransition: MakeTransition }

/**
 * Answers a status call: what the platform knows of a reference (sections 2.6 and 4.3, D7). A
 * lapsed lock is released before the answer says so (see `releaseLapsed`), so the status never
 * takes back what it said.
 */
export const answerStatus = async (
  { readStatus, makeTransition }: StatusDeps,
  request: StatusRequest,
): Promise<StatusAnswer> => {
  const reading = await readStatus(request)
  if (reading.verdict !== 'read') return reading
  const { quota, payment, isLockLapsed, keyPermissions } = reading
  if (payment !== null && isLockLapsed) {
    const now = await readReleased(makeTransition, request.partnerId, payment)
    return { verdict: 'answered', quota, status: statusOf(now), keyPermissions }
  }
  return { verdict: 'answered', quota, status: statusOf(payment), keyPermissions }
}

const readReleased = async (
  makeTransition: MakeTransition,
  partnerId: number,
  { payment_id: paymentId }: StatusRow,
): Promise<StatusRow> => {
  const payment = await releaseLapsed(makeTransition, { partnerId, paymentId })
  return {
    ...payment,
    lock_release_time: wireTime(lockReleaseTime(payment)),
    paid_at: wireTime(payment.paid_at),
    refunded_at: wireTime(payment.refunded_at),
    delivery: payment.paid_at === null ? 'none' : 'pending',
  }
}

const wireTime = (at: Date | null): string | null => at?.toISOString() ?? null
