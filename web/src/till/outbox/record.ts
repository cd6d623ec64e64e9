/**
 * Money that was taken and not yet confirmed. One record for each payment is written before the
 * screen says "taken", and it goes step by step:
 *
 *   confirm ─▶ confirmed
 *      └ lock lost ─▶ reopen ─▶ confirm the new payment ─▶ confirmed
 *                        └ refused, another amount, or the partner is down ─▶ report the cash ─▶ conflict
 *                                       └ another device confirmed a payment with it ─▶ confirmed
 *
 * Each step has an Idempotency-Key of its own, made with the record, so that a repetition is harmless.
 */
import type { ApiFailure } from '../../api/failure.ts'
import type { CaseRecord, ChannelPayment, PaidHere } from '@wasl/protocol'
import { cashTaken } from '../collect/given.ts'

export const STEPS = ['confirm', 'reopen', 'reconfirm', 'release', 'report'] as const

export type Step = (typeof STEPS)[number]

/** Why the lock was lost, and why the reference could not be opened again. */
export type Conflict = {
  code: string
  message: string
  /** By this device's clock. */
  refusedAt: string
  /** The case that the platform opened; null when it could not. */
  caseId: string | null
  /** The payment of this channel that is in the way. A record that an older till has kept has none. */
  paidHere?: PaidHere
}

export type OutboxRecord = {
  paymentId: string
  /** The user who took the money: nobody else sends or sees it. */
  owner: string
  agentId: string | null
  partnerId: string
  payee: string
  reference: string
  /** Dinars. */
  amount: number
  /** What is in the drawer of it (W297), read by `cashOf`: a record that an older till has kept has none. */
  cash?: number
  /** What the payer gave; null when nobody said. */
  given: number | null
  lockedUntil: string | null
  /** By this device's clock: a claim, never the platform's time. */
  takenAt: string
  keys: Readonly<Record<Step, string>>
  state: 'waiting' | 'confirmed' | 'conflict'
  step: Step
  /** The payment that was opened in place of the one whose lock was lost. */
  newPaymentId: string | null
  refusal: { code: string; message: string; paidHere?: PaidHere } | null
  conflict: Conflict | null
  /** When the platform booked it. */
  paidAt: string | null
  attempts: number
  /** By this device's clock, in milliseconds. */
  nextAttemptAtMs: number
  /** What the last attempt met: a code, or `network`. */
  trouble: string | null
  /** The platform's own sentence about it. */
  troubleText?: string
  /** Whether somebody has read the conflict. */
  isSeen: boolean
}

export type TakenMoney = Pick<OutboxRecord, 'owner' | 'agentId' | 'payee' | 'given' | 'takenAt'> & {
  payment: ChannelPayment
}

/** The dinars in the drawer; what an older till has kept says only the amount. */
export const cashOf = ({ cash, amount }: Pick<OutboxRecord, 'cash' | 'amount'>): number =>
  cash ?? amount

export const newRecord = (
  { payment, ...taken }: TakenMoney,
  newKey: () => string,
): OutboxRecord => ({
  ...taken,
  paymentId: payment.paymentId,
  partnerId: payment.partnerId,
  reference: payment.reference,
  amount: payment.amount,
  cash: cashTaken(payment.amount, taken.given),
  lockedUntil: payment.lockReleaseTime,
  keys: Object.fromEntries(STEPS.map((step) => [step, newKey()])) as Record<Step, string>,
  state: 'waiting',
  step: 'confirm',
  newPaymentId: null,
  refusal: null,
  conflict: null,
  paidAt: null,
  attempts: 0,
  nextAttemptAtMs: 0,
  trouble: null,
  isSeen: false,
})

/** The first pause after an attempt without an answer; it doubles. */
const PAUSE_MS = 1_000

export const PAUSE_MS_MAX = 60_000

/** An attempt that may succeed later: the record waits. */
export const postponed = (
  record: OutboxRecord,
  { code, message = '' }: { code: string; message?: string },
  nowMs: number,
): OutboxRecord => ({
  ...record,
  trouble: code,
  troubleText: message,
  attempts: record.attempts + 1,
  nextAttemptAtMs: nowMs + Math.min(PAUSE_MS * 2 ** record.attempts, PAUSE_MS_MAX),
})

const onTo = (record: OutboxRecord, step: Step): OutboxRecord => ({
  ...record,
  step,
  attempts: 0,
  nextAttemptAtMs: 0,
  trouble: null,
})

/** The platform answered a step. */
export const answered = (record: OutboxRecord, payment: ChannelPayment | null): OutboxRecord => {
  switch (record.step) {
    case 'confirm':
    case 'reconfirm':
      return { ...onTo(record, record.step), state: 'confirmed', paidAt: payment?.paidAt ?? null }
    case 'reopen': {
      const next = { ...record, newPaymentId: payment?.paymentId ?? null }
      if (payment?.amount === record.amount) return onTo(next, 'reconfirm')
      const refusal = { code: 'AMOUNT_CHANGED', message: '' }
      return onTo({ ...next, refusal }, 'release')
    }
    case 'release':
      return onTo(record, 'report')
    case 'report':
      throw new Error('a report is answered with a case')
    default:
      return record.step satisfies never
  }
}

/** The case of the cash. It is over already when another device confirmed a payment with it (W298). */
export const reportedAs = (
  record: OutboxRecord,
  { caseId, confirmedBy, resolvedAt }: Pick<CaseRecord, 'caseId' | 'confirmedBy' | 'resolvedAt'>,
  at: string,
): OutboxRecord =>
  confirmedBy === null
    ? reported(record, caseId, at)
    : {
        ...onTo(record, 'report'),
        state: 'confirmed',
        newPaymentId: confirmedBy,
        paidAt: resolvedAt,
      }

/** The case that the report of the cash opened. */
export const reported = (
  record: OutboxRecord,
  caseId: string | null,
  at: string,
): OutboxRecord => ({
  ...onTo(record, 'report'),
  state: 'conflict',
  conflict: { code: '', message: '', ...record.refusal, refusedAt: at, caseId },
})

/** Refusals after which the same request never succeeds. */
const LOST: ReadonlySet<string> = new Set(['PAYMENT409_LOCK_LOST', 'PAYMENT409_WRONG_STAGE'])

const NO_CASE: ReadonlySet<string> = new Set(['CASE409_NOT_REFUSED', 'CASE409_REPORTED_OTHERWISE'])

const caseIn = ({ body }: ApiFailure): string | null =>
  typeof body['caseId'] === 'string' ? body['caseId'] : null

const paidHereIn = ({ body }: ApiFailure): { paidHere?: PaidHere } =>
  body['paidHere'] === undefined ? {} : { paidHere: body['paidHere'] as PaidHere }

/** What may pass by itself: a session that ended, too many requests, a partner without an answer. */
const isPassing = ({ status }: ApiFailure): boolean =>
  status === 401 || status === 403 || status === 408 || status === 429 || status >= 500

/** Attempts at a reference whose partner does not answer: then the cash becomes a case. */
const REOPEN_ATTEMPTS = 3

/** The lock is lost and the partner is down: nobody knows for how long, and the cash is in no book. */
const isDown = ({ attempts }: OutboxRecord, code: string): boolean =>
  code.startsWith('PARTNER50') && attempts + 1 >= REOPEN_ATTEMPTS

/** The platform refused a step. */
export const refusedBy = (
  record: OutboxRecord,
  failure: ApiFailure,
  now: { ms: number; iso: string },
): OutboxRecord => {
  const { code, message } = failure
  const isPartners = code.startsWith('PARTNER403') || code.startsWith('CHANNEL403')
  if (isPassing(failure) && !(record.step === 'reopen' && (isPartners || isDown(record, code)))) {
    return postponed(record, failure, now.ms)
  }
  if (record.step === 'report') {
    return NO_CASE.has(code)
      ? reported(record, caseIn(failure), now.iso)
      : postponed(record, failure, now.ms)
  }
  if (record.step === 'confirm' && !LOST.has(code)) return postponed(record, failure, now.ms)
  if (record.step === 'confirm') return onTo({ ...record, refusal: { code, message } }, 'reopen')
  if (record.step === 'release') return onTo(record, 'report')
  const refusal = { code, message, ...paidHereIn(failure) }
  // The cash was given back meanwhile: nobody waits for the payment that was opened again.
  const isOver = record.step === 'reconfirm' && code === 'CASE409_RESOLVED'
  return onTo({ ...record, refusal }, isOver ? 'release' : 'report')
}

/** The payment that the same agent confirmed: its cash may be the same, which only people know (W298). */
export const ownPaymentOf = ({ conflict, agentId }: OutboxRecord): PaidHere | null =>
  agentId !== null && conflict?.paidHere?.agentId === agentId ? conflict.paidHere : null
