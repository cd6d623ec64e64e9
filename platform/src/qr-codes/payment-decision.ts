/**
 * Whether a payment by QR code may be opened, and of how much, without any I/O (D19). No payer is
 * ever charged an amount that they were not shown, whatever was set in the meantime.
 */
import type { Centimes, ErrorCode } from '@wasl/protocol'
import { askedFor, isPayable } from './configuration.ts'
import type { Asked, Code, Configuration } from './configuration.ts'

/** What a channel was shown of a code last: a configuration, or (null) that the payer names one. */
export type Shown = { configurationId: string | null }

export type PaymentWish = {
  /** Centimes; null when the channel leaves the amount to the code. */
  amount: Centimes | null
  /** `updatedAt` of the scan that the payer saw; null when the channel does not say. */
  updatedAt: Date | null
  /** Null when this channel has not scanned the code yet. */
  shown: Shown | null
}

export type PaymentDecision =
  | { decision: 'open'; amount: Centimes; configuration: Configuration | null }
  | {
      decision: 'refuse'
      code: Extract<
        ErrorCode,
        | 'QR_CODE400_INVALID_STATUS'
        | 'PARTNER403_INACTIVE'
        | 'QR_CODE409_AMOUNT_CHANGED'
        | 'QR_CODE409_IN_USE'
        | 'VALIDATION400'
      >
      asked: Asked
    }

/** The code's own lapsed lock was released before, so that whoever has its single use holds it. */
export const decidePayment = (
  code: Code & { partnerStatus: 'active' | 'inactive' },
  wish: PaymentWish,
  at: Date,
): PaymentDecision => {
  const asked = askedFor(code, at)
  const refuse = (refusal: Extract<PaymentDecision, { decision: 'refuse' }>['code']) =>
    ({ decision: 'refuse', code: refusal, asked }) as const
  if (!isPayable(code)) return refuse('QR_CODE400_INVALID_STATUS')
  if (code.partnerStatus === 'inactive') return refuse('PARTNER403_INACTIVE')
  const amount = amountOf(asked, wish)
  if (typeof amount === 'string') return refuse(amount)
  if (asked.configuration?.use) return refuse('QR_CODE409_IN_USE')
  return { decision: 'open', amount, configuration: asked.configuration }
}

/** The amount to charge, or why none can be told. */
const amountOf = (
  { configuration, updatedAt }: Asked,
  wish: PaymentWish,
): Centimes | 'QR_CODE409_AMOUNT_CHANGED' | 'VALIDATION400' => {
  if (wish.updatedAt && wish.updatedAt.getTime() !== updatedAt.getTime()) {
    return 'QR_CODE409_AMOUNT_CHANGED'
  }
  const inForce = configuration?.configurationId ?? null
  const hasChanged = wish.shown !== null && wish.shown.configurationId !== inForce
  const amounts = configuration?.amounts ?? []
  if (wish.amount !== null && amounts.length > 0) {
    // The payer saw this amount: the channel names it. It must still be asked for.
    return amounts.includes(wish.amount) ? wish.amount : 'QR_CODE409_AMOUNT_CHANGED'
  }
  if (hasChanged) return 'QR_CODE409_AMOUNT_CHANGED'
  if (wish.amount !== null) return wish.amount
  const [only] = amounts
  return amounts.length === 1 && only !== undefined ? only : 'VALIDATION400'
}
