import type { PaymentStatus } from '@wasl/protocol'
import { dinarsFromCentimes } from '@wasl/protocol'
import type { MovePayment } from '../payments/transition.ts'
import { lockReleaseTime } from '../payments/payment.ts'
import type { Quota, ReadStatus, StatusRequest, StatusRow } from './read-status.ts'

export type StatusAnswer =
  | { verdict: 'unauthorized' }
  | { verdict: 'inactive'; quota: Quota }
  | { verdict: 'limited'; quota: Quota }
  | { verdict: 'answered'; quota: Quota; status: PaymentStatus }

export type StatusDeps = { readStatus: ReadStatus; movePayment: MovePayment }

/**
 * What the platform knows of a reference (sections 2.6 and 4.3, D7). A lock that has lapsed is
 * released on the spot, before the answer says so: a confirmation that holds the row at that moment
 * either was in time and shows, or finds its lock lost. The status never takes back what it said.
 */
export const paymentStatus = async (
  { readStatus, movePayment }: StatusDeps,
  request: StatusRequest,
): Promise<StatusAnswer> => {
  const reading = await readStatus(request)
  if (reading.verdict !== 'read') return reading
  const { quota, payment, isLockLapsed } = reading
  if (payment !== null && isLockLapsed) {
    const settled = await expireNow(movePayment, request.partnerId, payment)
    return { verdict: 'answered', quota, status: statusOf(settled) }
  }
  return { verdict: 'answered', quota, status: statusOf(payment) }
}

const expireNow = async (
  movePayment: MovePayment,
  partnerId: number,
  payment: StatusRow,
): Promise<StatusRow> => {
  const moved = await movePayment({
    partnerId,
    paymentId: payment.payment_id,
    cause: 'expire',
    channelId: null,
  })
  if (!moved.found) throw new Error(`payment ${payment.payment_id} vanished`)
  const { payment: settled } = moved
  return {
    ...settled,
    lock_release_time: wireTime(lockReleaseTime(settled)),
    paid_at: wireTime(settled.paid_at),
    refunded_at: wireTime(settled.refunded_at),
    delivery: settled.paid_at === null ? 'none' : 'pending',
  }
}

/** The payment status object of section 2.6; every field is always present (D7). */
export const statusOf = (payment: StatusRow | null): PaymentStatus => {
  if (payment === null) return NOT_FOUND
  return {
    stage: payment.stage,
    locked: payment.stage === 'locked',
    paid: payment.stage === 'paid',
    lockReleaseTime: payment.lock_release_time,
    paymentId: payment.payment_id,
    channel: payment.channel_kind,
    currency: payment.currency,
    amount: dinarsFromCentimes(payment.amount),
    payment: {
      webhookDelivery: payment.delivery,
      paidAt: payment.paid_at,
      refundedAt: payment.refunded_at,
    },
  }
}

const NOT_FOUND: PaymentStatus = {
  stage: 'not_found',
  locked: false,
  paid: false,
  lockReleaseTime: null,
  paymentId: null,
  channel: null,
  currency: null,
  amount: null,
  payment: null,
}

const wireTime = (at: Date | null): string | null => at?.toISOString() ?? null
