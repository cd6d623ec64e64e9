import type {
  AgentWarning,
  ChannelKind,
  Centimes,
  ErrorCode,
  OpenQrPaymentError,
} from '@wasl/protocol'
import type { AdmitAgent } from '../../parties/agents/admit.ts'
import type { ChannelLimits } from '../../parties/channels/limits.ts'
import { Overloaded } from '../../base/database/overloaded.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { answerOnce, refuseUnderKey } from '../idempotency.ts'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'
import type { Refusal } from '../../base/refusal.ts'
import type { PaymentRow } from '../payment-row.ts'
import type { Opener } from '../own-payment.ts'
import { notPayable, ownUseOf } from './code-use.ts'
import { stateOf, qrConfigOf } from './configuration.ts'
import type { LockQrPayment } from './lock-payment.ts'
import { decidePayment, type PaymentDecision, type LastScan } from './payment-decision.ts'
import type { QrCodeFacts } from './read-facts.ts'
import { readCurrentQrCode, type CurrentCodeDeps } from './read-current.ts'
import { newQrReference, partnerOfQrToken } from './token.ts'
import { pause, random } from '../../base/chance.ts'

export type PayDeps = CurrentCodeDeps & {
  notes: Pipeline
  admitAgent: AdmitAgent
  lockQrPayment: LockQrPayment
  lockSecondsFor: (kind: ChannelKind) => Promise<number>
  limits: ChannelLimits
  wake: () => void
}

export type PayRequest = {
  channel: { channelId: number; kind: ChannelKind; isTest: boolean }
  token: string
  /** Centimes; null when the channel names no amount. */
  amount: Centimes | null
  /** `updatedAt` of the scan that the payer saw; null when the channel does not send it. */
  updatedAt: Date | null
  /** The agent in whose name it opens; null when the channel names none. */
  agentId: number | null
  idempotency: IdempotencyKey | null
  requestId: string
}

export type PayResult =
  | { ok: true; payment: PaymentRow; warnings?: AgentWarning[] }
  | Refusal<OpenQrPaymentError>

/** Refusals of the request itself, or of too many requests: not kept under the Idempotency-Key. */
const NOT_KEPT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'CHANNEL429_TOO_MANY_LOCKS',
  'VALIDATION400',
  'QR_CODE404_NOT_FOUND',
  'PARTNER409_TESTING',
  'PARTNER409_PAUSED',
  'AGENT404_NOT_FOUND',
  'AGENT409_NOT_ON_SHIFT',
  'AGENT409_CASH_LIMIT',
])

/**
 * Opens a payment by QR code (D19). The configuration is the amount detail, and no partner is
 * called. The platform makes the reference.
 */
export const payQrCode = async (deps: PayDeps, request: PayRequest): Promise<PayResult> => {
  const { channel, token, idempotency } = request
  const partnerId = partnerOfQrToken(token)
  if (partnerId === null) return { ok: false, code: 'QR_CODE404_NOT_FOUND' }
  const owner = { partnerId, channelId: channel.channelId }
  return answerOnce(deps.hot, owner, idempotency, async () => {
    const result = await deps.limits.during(channel, () => payAnew(deps, request))
    if (result.ok || !idempotency || NOT_KEPT.has(result.code)) return result
    return refuseUnderKey(deps.notes, owner, idempotency, result)
  })
}

/** How often a payment is decided again while its code keeps changing. */
const ROUNDS_MAX = 60
/** A change of the code takes some milliseconds. */
const PAUSE_MS_MAX = 20

const NO_AGENT = { ok: true, agent: null } as const

const payAnew = async (deps: PayDeps, request: PayRequest): Promise<PayResult> => {
  const { channel, token, agentId } = request
  const opener = { channelId: channel.channelId, agentId }
  const [lockSeconds, admission, named] = await Promise.all([
    deps.lockSecondsFor(channel.kind),
    deps.limits.admitLock(channel),
    agentId === null ? NO_AGENT : deps.admitAgent(channel.channelId, agentId),
  ])
  if (!named.ok) return named
  if (!admission.ok) return admission
  let atFirst: LastScan | null = null
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const code = await readCurrentQrCode(deps, token, channel.channelId)
    if (!code) return { ok: false, code: 'QR_CODE404_NOT_FOUND' }
    const { amount, updatedAt } = request
    const decided = decidePayment(
      code,
      { isTest: channel.isTest, amount, updatedAt, shown: code.shown ?? atFirst },
      code.at,
    )
    if (decided.decision === 'refuse') return refusalOf(code, decided, opener)
    const locksMax = deps.limits.locksMax(channel)
    const payment = await deps.lockQrPayment({
      partnerId: code.partnerId,
      token,
      revision: code.revision,
      configuration: decided.configuration,
      reference: newQrReference(),
      channelId: channel.channelId,
      channelKind: channel.kind,
      amount: decided.amount,
      lockSeconds,
      locksMax,
      previousId: code.previousId,
      agent: named.agent,
      idempotency: request.idempotency,
      requestId: request.requestId,
    })
    if (payment) {
      deps.wake()
      return { ok: true, payment, warnings: named.agent?.warnings ?? [] }
    }
    const full = locksMax === null ? null : await deps.limits.lockRefusal(channel)
    if (full) return full
    // The code has changed since it was first read. The payer is charged only for the configuration
    // of that first read.
    atFirst ??= { configurationId: decided.configuration?.configurationId ?? null }
    await pause(random() * PAUSE_MS_MAX)
  }
  throw new Overloaded(`the QR code was changed during each of ${ROUNDS_MAX} attempts to pay it`)
}

const refusalOf = (
  code: QrCodeFacts,
  { code: refusal, asked }: Extract<PaymentDecision, { decision: 'refuse' }>,
  opener: Opener,
): Refusal<OpenQrPaymentError> => {
  switch (refusal) {
    case 'QR_CODE409_AMOUNT_CHANGED':
      return { ok: false, code: refusal, extra: { qrConfig: qrConfigOf(code.token, asked) } }
    case 'QR_CODE409_IN_USE': {
      const { configuration } = stateOf(code, code.at)
      const lockReleaseTime = configuration?.use?.lockExpiresAt.toISOString()
      const extra = { lockReleaseTime, ...ownUseOf(code, opener) }
      return { ok: false, code: refusal, extra }
    }
    case 'VALIDATION400':
      return { ok: false, code: refusal, explanation: amountWanted(asked.mode) }
    case 'QR_CODE400_INVALID_STATUS':
      return { ok: false, ...notPayable(code, opener.channelId) }
    case 'PARTNER403_INACTIVE':
    case 'PARTNER409_TESTING':
    case 'PARTNER409_PAUSED':
    case 'CHANNEL403_TEST_ONLY':
      return { ok: false, code: refusal }
    default:
      return refusal satisfies never
  }
}

const amountWanted = (mode: string): string =>
  mode === 'OPEN_AMOUNT'
    ? 'expected the amount that the payer names, because the code asks for none'
    : 'expected one of the amounts that the code asks for, because there are several'
