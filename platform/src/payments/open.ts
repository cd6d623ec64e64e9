import type { AgentWarning, ChannelKind, ErrorCode, OpenPaymentError } from '@wasl/protocol'
import type { Logger } from 'pino'
import type { AdmitAgent } from '../parties/agents/admit.ts'
import type { OpeningAgent } from '../parties/agents/opening-agent.ts'
import type { ChannelLimits } from '../parties/channels/limits.ts'
import type { Pipeline } from '../base/database/pipeline.ts'
import type { PartnerTarget } from '../parties/partners/load-target.ts'
import { whyNotPaid, type NotPayable } from '../parties/partners/may-be-paid.ts'
import type { Lookup } from '../delivery/lookups/ask-partner.ts'
import { partnerWireId } from '../base/wire-ids.ts'
import { answerOnce, refuseUnderKey } from './idempotency.ts'
import type { IdempotencyKey } from '../base/idempotency/idempotency-key.ts'
import { findLivePayment, type LivePayment } from './find-live.ts'
import type { LockReference } from './lock.ts'
import type { MakeTransition } from './transition.ts'
import { ownPaymentOf, paidHereOf, type Opener } from './own-payment.ts'
import { isLockLapsed } from './payment.ts'
import type { PaymentRow } from './payment-row.ts'
import { releaseLapsed } from './release-lapsed.ts'
import type { Refusal } from '../base/refusal.ts'

export type OpenDeps = {
  admitAgent: AdmitAgent
  hot: Pipeline
  notes: Pipeline
  lockReference: LockReference
  makeTransition: MakeTransition
  loadTarget: (partnerId: number) => Promise<PartnerTarget | null>
  lookUp: (target: PartnerTarget, reference: string, requestId: string) => Promise<Lookup>
  lockSecondsFor: (kind: ChannelKind, asked?: number) => Promise<number>
  limits: ChannelLimits
  warn: (partnerId: number, reference: string, message: string) => Promise<void>
  wake: () => void
  log: Logger
}

export type OpenRequest = {
  channel: { channelId: number; kind: ChannelKind; isTest: boolean }
  partnerId: number
  reference: string
  /** The agent in whose name it opens; null when the channel names none. */
  agentId: number | null
  /** A lock of this time instead of the usual one of the channel's kind. */
  lockSeconds?: number | undefined
  idempotency: IdempotencyKey | null
  requestId: string
}

export type OpenResult =
  | { ok: true; payment: PaymentRow; warnings?: AgentWarning[] }
  | Refusal<OpenPaymentError>

/** Refusals that a later try may not meet: nothing was changed, so the key stays free. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PARTNER409_TESTING',
  'PARTNER409_PAUSED',
  'PARTNER503_UNAVAILABLE',
  'PARTNER504_TIMEOUT',
  'PARTNER502_BAD_RESPONSE',
  'SERVER503_UNAVAILABLE',
  'CHANNEL429_TOO_MANY_LOCKS',
  'CHANNEL429_TOO_MANY_NOT_FOUND',
  'AGENT404_NOT_FOUND',
  'AGENT409_NOT_ON_SHIFT',
  'AGENT409_CASH_LIMIT',
])

/**
 * Opens a payment: asks the partner what a reference costs, and locks it for the channel (section
 * 4.1, D9, D11). No database connection is held during the lookup. The first to insert the
 * reference into live_references wins.
 */
export const openPayment = (deps: OpenDeps, request: OpenRequest): Promise<OpenResult> => {
  const { channel, partnerId, idempotency } = request
  const owner = { partnerId, channelId: channel.channelId }
  return answerOnce(deps.hot, owner, idempotency, async () => {
    const result = await deps.limits.during(channel, () => openAnew(deps, request))
    if (result.ok || !idempotency || PASSING.has(result.code)) return result
    return refuseUnderKey(deps.notes, owner, idempotency, result)
  })
}

const openAnew = async (deps: OpenDeps, request: OpenRequest): Promise<OpenResult> => {
  const { channel, partnerId, reference, agentId } = request
  const [target, availability, admission, named] = await Promise.all([
    deps.loadTarget(partnerId),
    availabilityOf(deps, request),
    deps.limits.admit(channel),
    agentId === null ? NO_AGENT : deps.admitAgent(channel.channelId, agentId),
  ])
  if (!target) return { ok: false, code: 'PARTNER404_NOT_FOUND' }
  const notPaid = whyNotPaid(target, channel)
  if (notPaid !== null) return { ok: false, code: notPaid }
  if (!named.ok) return named
  if (!availability.isFree) return availability.refusal
  if (!admission.ok) return admission
  const [lookup, lockSeconds] = await Promise.all([
    deps.lookUp(target, reference, request.requestId),
    deps.lockSecondsFor(channel.kind, request.lockSeconds),
  ])
  if (!lookup.ok) {
    if (lookup.code === 'REFERENCE404_NOT_FOUND') deps.limits.countNotFound(channel)
    return lookup
  }
  const { previousId } = availability
  const opening = { request, agent: named.agent, previousId }
  const opened = await lock(deps, opening, lookup, lockSeconds)
  if (opened.ok) {
    deps.wake()
    if (lookup.warning !== undefined) await warn(deps, request, lookup.warning)
  }
  return opened
}

const NO_AGENT = { ok: true, agent: null } as const

/**
 * Releasing a lapsed lock takes a second round, and so does a payment that was opened and released since
 * the reference was read; the fourth is a reserve.
 */
const LOCK_ROUNDS_MAX = 4

type Opening = {
  request: OpenRequest
  agent: OpeningAgent | null
  /** The released payment that the reference had when it was read; null when it had none. */
  previousId: string | null
}

const lock = async (
  deps: OpenDeps,
  { request, agent, previousId: firstPreviousId }: Opening,
  { details, exchange }: Extract<Lookup, { ok: true }>,
  lockSeconds: number,
): Promise<OpenResult> => {
  const { channel, partnerId, reference, idempotency, requestId } = request
  let previousId = firstPreviousId
  for (let round = 1; ; round += 1) {
    const locksMax = deps.limits.locksMax(channel)
    const payment = await deps.lockReference({
      partnerId,
      reference,
      channelId: channel.channelId,
      channelKind: channel.kind,
      amount: details.totalCentimes,
      currency: details.currency,
      amountDetail: details.amountDetail,
      details: details.details,
      lockSeconds,
      locksMax,
      previousId,
      agent,
      idempotency,
      exchange,
      requestId,
    })
    if (payment) return { ok: true, payment, warnings: agent?.warnings ?? [] }
    const availability = await availabilityOf(deps, request)
    if (!availability.isFree) return availability.refusal
    previousId = availability.previousId
    const notPaid = await whyNotPaidNow(deps, request)
    if (notPaid !== null) return { ok: false, code: notPaid }
    const full = locksMax === null ? null : await deps.limits.lockRefusal(channel)
    if (full) return full
    if (round === LOCK_ROUNDS_MAX) {
      throw new Error(`reference could not be locked in ${LOCK_ROUNDS_MAX} rounds`)
    }
  }
}

/** The partner may have become inactive, or have been paused, during the lookup. */
const whyNotPaidNow = async (
  { loadTarget }: OpenDeps,
  { partnerId, channel }: OpenRequest,
): Promise<NotPayable | null> => {
  const target = await loadTarget(partnerId)
  return target === null ? null : whyNotPaid(target, channel)
}

type Availability =
  | { isFree: true; previousId: string | null }
  | { isFree: false; refusal: Refusal<OpenPaymentError> }

/** Whether a reference can be locked now, and why not. */
const availabilityOf = async (
  { hot, makeTransition }: Pick<OpenDeps, 'hot' | 'makeTransition'>,
  request: Pick<OpenRequest, 'partnerId' | 'reference' | 'channel' | 'agentId'>,
): Promise<Availability> => {
  const { partnerId, reference } = request
  const live = await findLivePayment(hot, partnerId, reference)
  if (!live) return { isFree: true, previousId: null }
  const free = { isFree: true, previousId: live.payment_id } as const
  if (live.stage === 'released') return free
  const opener = { channelId: request.channel.channelId, agentId: request.agentId }
  if (live.stage !== 'locked') return taken(alreadyPaid(live, opener))
  if (!isLockLapsed(live.lock_expires_at, live.at)) {
    const lockReleaseTime = live.lock_expires_at.toISOString()
    const extra = { lockReleaseTime, ...ownPaymentOf(live, opener) }
    return taken({ ok: false, code: 'REFERENCE409_LOCKED', extra })
  }
  const { stage } = await releaseLapsed(makeTransition, { partnerId, paymentId: live.payment_id })
  if (stage === 'released') return free
  // A confirmation was first: the payment is read again, as it is now.
  return taken(alreadyPaid((await findLivePayment(hot, partnerId, reference)) ?? live, opener))
}

const taken = (refusal: Refusal<OpenPaymentError>): Availability => ({ isFree: false, refusal })

const alreadyPaid = (live: LivePayment, opener: Opener): Refusal<OpenPaymentError> => ({
  ok: false,
  code: 'REFERENCE409_ALREADY_PAID',
  extra: paidHereOf(live, opener.channelId),
})

/** The payment is open even if the warning cannot be recorded. */
const warn = async (
  deps: OpenDeps,
  { partnerId, reference, requestId }: OpenRequest,
  message: string,
): Promise<void> => {
  await deps.warn(partnerId, reference, message).catch((error: unknown) => {
    const subject = { requestId, partnerId: partnerWireId(partnerId) }
    deps.log.error({ err: error, ...subject }, 'a warning for a partner could not be recorded')
  })
}
