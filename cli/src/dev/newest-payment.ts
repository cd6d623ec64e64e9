import type { OperatorPaymentRecord } from '@wasl/protocol'
import { refused } from '../problem.ts'
import type { Session } from './session.ts'

/**
 * The payment of a reference that counts.
 *
 * @throws Problem when the reference has no payment.
 */
export const newestPayment = async (
  session: Session,
  reference: string,
): Promise<OperatorPaymentRecord> => {
  const { api, accounts, operatorKey } = session
  const query = new URLSearchParams({
    partnerId: accounts.partner.partnerId,
    reference,
    limit: '20',
  })
  const { items } = await api.call<{ items: OperatorPaymentRecord[] }>(
    'GET',
    `/operator/v1/payments?${query.toString()}`,
    operatorKey,
  )
  // A paid or refunded payment is never hidden by a later one (D7).
  const payment = items.find(({ stage: at }) => at === 'paid' || at === 'refunded') ?? items[0]
  if (payment) return payment
  throw refused(`There is no payment of ${reference}.`, `Make one: wasl dev pay ${reference}`)
}
