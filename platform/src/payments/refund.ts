import { partnerOfId } from '../wire-ids.ts'
import type { MakeTransition } from './transition.ts'
import type { PaymentRow } from './payment-row.ts'

export type RefundResult =
  | { ok: true; payment: PaymentRow }
  | { ok: false; code: 'PAYMENT404_NOT_FOUND' | 'PAYMENT409_WRONG_STAGE' }

/**
 * Refunds a paid payment (D9). The status shows it; partners that ask for it get an event (D27).
 */
export const refundPayment = async (
  makeTransition: MakeTransition,
  paymentId: string,
): Promise<RefundResult> => {
  const partnerId = partnerOfId(paymentId)
  if (partnerId === null) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  const moved = await makeTransition({ partnerId, paymentId, cause: 'refund', channelId: null })
  if (!moved.found) return { ok: false, code: 'PAYMENT404_NOT_FOUND' }
  const { decision, payment } = moved
  if (decision === 'made' || decision === 'repeat') return { ok: true, payment }
  if (decision === 'PAYMENT409_WRONG_STAGE') return { ok: false, code: decision }
  throw new Error(`a refund was refused with ${decision}`)
}
