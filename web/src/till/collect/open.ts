import type { ChannelPayment, OwnPayment } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { serverTime } from '../../api/server-time.ts'
import { noting } from '../base/network.ts'
import { go } from '../base/route.ts'
import type { Me } from '../session/me.ts'
import { keepPayment } from '../store/payments.ts'
import { withKey } from './kept-keys.ts'

type Wanted = { partnerId: string; reference: string }

export const readPayment = (paymentId: string): Promise<ChannelPayment> =>
  noting(on('GET /channel/v1/payments/{paymentId}')({ params: { paymentId } }))

/**
 * Opens a payment: the same one until the platform's answer is known. An open payment of the agent's
 * own, which a refusal names, is given back to go on with: the device may have lost it.
 *
 * @param what names the request: who opens, and what.
 */
export const openOnce = async (
  what: string,
  open: (idempotencyKey: string) => Promise<ChannelPayment>,
): Promise<ChannelPayment> => {
  try {
    return await withKey(what, async (key, isRepeated) => {
      const opened = await open(key)
      if (!isRepeated) return opened
      // The first answer of a key may be of a lock that has ended since.
      const payment = await readPayment(opened.paymentId)
      return payment.stage === 'released' ? open(crypto.randomUUID()) : payment
    })
  } catch (error) {
    return ownPaymentOf(error)
  }
}

/** The open payment of one's own that a refusal names. @throws the refusal when it names no such payment. */
export const ownPaymentOf = async (refusal: unknown): Promise<ChannelPayment> => {
  const own =
    refusal instanceof ApiFailure && (refusal.body['ownPayment'] as OwnPayment | undefined)
  if (!own) throw refusal
  const payment = await readPayment(own.paymentId)
  if (payment.stage !== 'locked') throw refusal
  return payment
}

/** Opens a reference. Its callers come with the screens of the amount and the receipt (`taking.ts`). */
export const openReference = async (
  { session }: Me,
  { partnerId, reference }: Wanted,
): Promise<ChannelPayment> => {
  const { userId, agentId } = session
  return openOnce(`${userId} open ${partnerId} ${reference}`, (idempotencyKey) =>
    noting(
      on('POST /channel/v1/payments')({
        body: { partnerId, reference, ...(agentId !== undefined && { agentId }) },
        idempotencyKey,
      }),
    ),
  )
}

/** Keeps a payment that was opened here, and shows its amount. */
export const showPayment = async (
  { session }: Me,
  payment: ChannelPayment,
  payee: string,
): Promise<void> => {
  await keepPayment({
    paymentId: payment.paymentId,
    owner: session.userId,
    payment,
    payee,
    isOfRound: false,
    keptAt: serverTime(),
  })
  go(['pay', payment.paymentId])
}
