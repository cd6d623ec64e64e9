import type { ChannelPayment } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { serverTime } from '../../api/server-time.ts'
import { noting } from '../base/network.ts'
import { go } from '../base/route.ts'
import type { Me } from '../session/me.ts'
import { keepPayment } from '../store/payments.ts'
import { withKey } from './kept-keys.ts'
import { loadTaking } from './load-taking.ts'

type Wanted = { partnerId: string; reference: string }

/** Opens a reference. The screens of the amount and the receipt are loaded before. */
export const openReference = async (
  { session }: Me,
  { partnerId, reference }: Wanted,
): Promise<ChannelPayment> => {
  await loadTaking()
  const { userId, agentId } = session
  const open = (idempotencyKey: string): Promise<ChannelPayment> =>
    noting(
      on('POST /channel/v1/payments')({
        body: { partnerId, reference, ...(agentId !== undefined && { agentId }) },
        idempotencyKey,
      }),
    )
  return withKey(`${userId} open ${partnerId} ${reference}`, async (key, isRepeated) => {
    const opened = await open(key)
    if (!isRepeated) return opened
    // The first answer of a key may be of a lock that has ended since.
    const params = { paymentId: opened.paymentId }
    const payment = await noting(on('GET /channel/v1/payments/{paymentId}')({ params }))
    return payment.stage === 'released' ? open(crypto.randomUUID()) : payment
  })
}

/** Keeps a payment that was opened here, and shows its amount. */
export const showPayment = async (
  me: Me,
  payment: ChannelPayment,
  payee: string,
): Promise<void> => {
  await keepPayment({
    paymentId: payment.paymentId,
    owner: me.session.userId,
    payment,
    payee,
    isOfRound: false,
    keptAt: serverTime(),
  })
  go(['pay', payment.paymentId])
}
