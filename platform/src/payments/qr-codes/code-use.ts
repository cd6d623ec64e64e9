/** What a channel is told of the payment that has the single use of a code. */
import type { OwnPayment, UsedCode } from '@wasl/protocol'
import { ownPaymentOf, paidHereOf, type Opener } from '../own-payment.ts'
import { isInUse, stateOf } from './configuration.ts'
import type { QrCodeFacts } from './read-facts.ts'

/** The open payment that has reserved the code, when the one who asks opened it. */
export const ownUseOf = (code: QrCodeFacts, opener: Opener): { ownPayment?: OwnPayment } => {
  const use = code.newest?.use
  if (!use || code.user === null || !isInUse(stateOf(code, code.at))) return {}
  return ownPaymentOf({ ...code.user, payment_id: use.paymentId }, opener)
}

/** How the single use was used; null when it was not. */
export const usedOf = ({ newest, user }: QrCodeFacts, channelId: number): UsedCode | null => {
  const use = newest?.use
  if (!use?.paidAt) return null
  const payment = user && { ...user, payment_id: use.paymentId, paid_at: use.paidAt }
  const { paidHere = null } = payment === null ? {} : paidHereOf(payment, channelId)
  return { usedAt: use.paidAt.toISOString(), paidHere }
}

/** The refusal of a code that nobody can pay with: it is disabled, or its one payment was made. */
export const notPayable = (code: QrCodeFacts, channelId: number) => {
  const used = usedOf(code, channelId)
  return { code: 'QR_CODE400_INVALID_STATUS', ...(used && { extra: { used } }) } as const
}
