import type { ChannelPayment } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { noting } from '../base/network.ts'
import { go } from '../base/route.ts'
import type { Me } from '../session/me.ts'
import { keepPayment } from '../store/payments.ts'
import { loadTaking } from './load-taking.ts'

/** Opens a reference. The screens of the amount and the receipt are loaded before. */
export const openReference = async (
  { session }: Me,
  { partnerId, reference }: { partnerId: string; reference: string },
): Promise<ChannelPayment> => {
  await loadTaking()
  return noting(
    on('POST /channel/v1/payments')({
      body: {
        partnerId,
        reference,
        ...(session.agentId !== undefined && { agentId: session.agentId }),
      },
      idempotencyKey: crypto.randomUUID(),
    }),
  )
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
    keptAt: new Date().toISOString(),
  })
  go(['pay', payment.paymentId])
}
