/**
 * The rules of a payment's stage, without I/O (D9). A payment is one attempt to pay one reference. It
 * opens `locked`: its channel has until the lock expires to take the money. A confirmation makes it
 * `paid`. A cancellation, a failure or the end of the lock makes it `released`. The one statement that
 * ends a lock is in `transition-statement.ts`, and it follows the table below. A paid payment becomes
 * `refunded` when all of it is refunded: with its refunds, in `payments/refunds/transition.ts` (D28).
 */
import type { ErrorCode, EventKind, PaymentStage } from '@wasl/protocol'

export type FailReason = 'failed' | 'cancelled' | 'expired'

/** What ends a lock. */
export type Cause = 'confirm' | 'cancel' | 'fail' | 'expire'

export type Transition = {
  from: PaymentStage
  to: PaymentStage
  /** Whether the lock must still hold, or must have lapsed. */
  lock: 'holding' | 'lapsed'
  failReason: FailReason | null
  event: EventKind
}

export const TRANSITIONS = {
  confirm: {
    from: 'locked',
    to: 'paid',
    lock: 'holding',
    failReason: null,
    event: 'payment.success',
  },
  cancel: {
    from: 'locked',
    to: 'released',
    lock: 'holding',
    failReason: 'cancelled',
    event: 'payment.fail',
  },
  fail: {
    from: 'locked',
    to: 'released',
    lock: 'holding',
    failReason: 'failed',
    event: 'payment.fail',
  },
  expire: {
    from: 'locked',
    to: 'released',
    lock: 'lapsed',
    failReason: 'expired',
    event: 'payment.fail',
  },
} as const satisfies Record<Cause, Transition>

/** What a decision depends on. Amounts are centimes. */
export type PaymentState = {
  stage: PaymentStage
  failReason: FailReason | null
  amount: number
  lockExpiresAt: Date
}

export type TransitionRefusal = Extract<
  ErrorCode,
  'PAYMENT409_LOCK_LOST' | 'PAYMENT409_AMOUNT_MISMATCH' | 'PAYMENT409_WRONG_STAGE'
>

/**
 * - `made`: the payment makes the transition.
 * - `repeat`: the payment made this transition before; the answer is the first one again, with no new event.
 * - otherwise the refusal's code.
 */
export type Decision = 'made' | 'repeat' | TransitionRefusal

/** A lock holds until the moment it expires, and not at that moment. */
export const isLockLapsed = (lockExpiresAt: Date, at: Date): boolean => at >= lockExpiresAt

/**
 * Decides what a cause does to a payment at a moment (D9). `amount` is the amount of a confirm, if
 * it gives one.
 */
export const decide = (
  payment: PaymentState,
  cause: Cause,
  at: Date,
  amount: number | null = null,
): Decision => {
  const transition = TRANSITIONS[cause]
  if (payment.stage === transition.from) return decideFrom(payment, transition, at, amount)
  if (isAlreadyDone(payment, cause)) {
    return isOtherAmount(payment, amount) ? 'PAYMENT409_AMOUNT_MISMATCH' : 'repeat'
  }
  return hadExpired(payment) && needsLock(transition)
    ? 'PAYMENT409_LOCK_LOST'
    : 'PAYMENT409_WRONG_STAGE'
}

const decideFrom = (
  payment: PaymentState,
  transition: Transition,
  at: Date,
  amount: number | null,
): Decision => {
  const lapsed = isLockLapsed(payment.lockExpiresAt, at)
  if (transition.lock === 'holding' && lapsed) return 'PAYMENT409_LOCK_LOST'
  if (transition.lock === 'lapsed' && !lapsed) return 'PAYMENT409_WRONG_STAGE'
  return isOtherAmount(payment, amount) ? 'PAYMENT409_AMOUNT_MISMATCH' : 'made'
}

/** A refunded payment was confirmed once, so confirming it again is a repetition. */
const isAlreadyDone = (payment: PaymentState, cause: Cause): boolean => {
  const transition = TRANSITIONS[cause]
  if (cause === 'confirm') return payment.stage === 'paid' || payment.stage === 'refunded'
  return payment.stage === transition.to && payment.failReason === transition.failReason
}

const isOtherAmount = (payment: PaymentState, amount: number | null): boolean =>
  amount !== null && amount !== payment.amount

const hadExpired = (payment: PaymentState): boolean => payment.failReason === 'expired'

const needsLock = (transition: Transition): boolean => transition.lock === 'holding'

/** When the lock ends or ended: the expiry of a lock that holds, the release of one that ended. */
export const lockReleaseTime = (payment: {
  stage: PaymentStage
  lock_expires_at: Date
  released_at: Date | null
}): Date | null => {
  switch (payment.stage) {
    case 'locked':
      return payment.lock_expires_at
    case 'released':
      return payment.released_at
    case 'paid':
    case 'refunded':
      return null
    default:
      return payment.stage satisfies never
  }
}
