/**
 * Decides whether a payment by QR code may open, and for which amount, without I/O (D19). A payer
 * is never charged an amount that they did not see, whatever was set in the meantime.
 */
import type { Centimes, ErrorCode, PartnerState, PartnerStatus } from '@wasl/protocol'
import { whyNotPaid, type NotPayable } from '../../parties/partners/may-be-paid.ts'
import { stateOf, isPayable } from './configuration.ts'
import type { CodeState, Code, Configuration } from './configuration.ts'

/**
 * What the channel last saw of a code: a configuration, or null when the payer names the amount.
 */
export type LastScan = { configurationId: string | null }

export type RequestedPayment = {
  /** Whether the channel only tests (D40). */
  isTest: boolean
  /** Centimes; null when the channel names no amount. */
  amount: Centimes | null
  /** `updatedAt` of the scan that the payer saw; null when the channel does not send it. */
  updatedAt: Date | null
  /** Null when this channel has not scanned the code. */
  shown: LastScan | null
}

export type PaymentDecision =
  | { decision: 'open'; amount: Centimes; configuration: Configuration | null }
  | {
      decision: 'refuse'
      code: Extract<
        ErrorCode,
        | 'QR_CODE400_INVALID_STATUS'
        | NotPayable
        | 'QR_CODE409_AMOUNT_CHANGED'
        | 'QR_CODE409_IN_USE'
        | 'VALIDATION400'
      >
      asked: CodeState
    }

/**
 * Decides one payment. The caller has released a lapsed lock on the single use, so a payment that
 * has it really holds it.
 */
export const decidePayment = (
  code: Code & { partnerStatus: PartnerStatus; partnerState: PartnerState },
  wish: RequestedPayment,
  at: Date,
): PaymentDecision => {
  const asked = stateOf(code, at)
  const refuse = (refusal: Extract<PaymentDecision, { decision: 'refuse' }>['code']) =>
    ({ decision: 'refuse', code: refusal, asked }) as const
  if (!isPayable(code)) return refuse('QR_CODE400_INVALID_STATUS')
  const partner = { status: code.partnerStatus, state: code.partnerState }
  const notPaid = whyNotPaid(partner, wish)
  if (notPaid !== null) return refuse(notPaid)
  const amount = amountOf(asked, wish)
  if (typeof amount === 'string') return refuse(amount)
  if (asked.configuration?.use) return refuse('QR_CODE409_IN_USE')
  return { decision: 'open', amount, configuration: asked.configuration }
}

/** The amount to charge, or the refusal. */
const amountOf = (
  { configuration, updatedAt }: CodeState,
  wish: RequestedPayment,
): Centimes | 'QR_CODE409_AMOUNT_CHANGED' | 'VALIDATION400' => {
  if (wish.updatedAt && wish.updatedAt.getTime() !== updatedAt.getTime()) {
    return 'QR_CODE409_AMOUNT_CHANGED'
  }
  const inForce = configuration?.configurationId ?? null
  const hasChanged = wish.shown !== null && wish.shown.configurationId !== inForce
  const amounts = configuration?.amounts ?? []
  if (wish.amount !== null && amounts.length > 0) {
    // The payer saw this amount, because the channel names it. The code must still ask for it.
    return amounts.includes(wish.amount) ? wish.amount : 'QR_CODE409_AMOUNT_CHANGED'
  }
  if (hasChanged) return 'QR_CODE409_AMOUNT_CHANGED'
  if (wish.amount !== null) return wish.amount
  const [only] = amounts
  return amounts.length === 1 && only !== undefined ? only : 'VALIDATION400'
}
