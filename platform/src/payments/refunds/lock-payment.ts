import type { Centimes, PaymentStage } from '@wasl/protocol'
import type pg from 'pg'
import { partnerOfId } from '../../base/wire-ids.ts'

export type LockedPayment = { stage: PaymentStage; amount: Centimes }

/**
 * Locks a payment until the transaction ends, so that its refunds are decided one after the other. The
 * statements after this one see what others committed until then. Null when there is no such payment.
 */
export const lockPayment = async (
  tx: pg.ClientBase,
  paymentId: string,
): Promise<LockedPayment | null> => {
  const { rows } = await tx.query<LockedPayment>(
    `select stage, amount
    from payments
    where partner_id = $1 and payment_id = $2
    for no key update`,
    [partnerOfId(paymentId), paymentId],
  )
  return rows[0] ?? null
}
