import type { FastifyInstance } from 'fastify'
import { confirmPaymentRequest, openPaymentRequest } from '@wasl/protocol'
import { partnerNumber } from '../../wire-ids.ts'
import { changePayment, type ChangeDeps, type ChangeRequest } from '../../payments/change.ts'
import { findPayment } from '../../payments/find.ts'
import { openPayment, type OpenDeps } from '../../payments/open.ts'
import { changeSpan, OPEN_SPAN } from '../../spans.ts'
import type { Tracing } from '../../tracing.ts'
import { ApiError } from '../server/api-error.ts'
import { centimesOf } from '../bodies/centimes.ts'
import { answered, forChannels, idempotencyOf, refused, type ChannelKeys } from './channel.ts'
import { channelPaymentOf } from '../bodies/payment.ts'
import { validate } from '../server/validate.ts'

export type ChannelApiDeps = OpenDeps & ChangeDeps & ChannelKeys & { tracing: Tracing }

type PaymentParams = { Params: { paymentId: string } }

/** The channel API (D21), static QR codes apart. */
export const channelApi = (app: FastifyInstance, deps: ChannelApiDeps): void =>
  forChannels(app, deps, (scope, channelOf) => {
    const open = deps.tracing.traced(OPEN_SPAN, openPayment)
    scope.post('/channel/v1/payments', async (request, reply) => {
      const { partnerId, reference } = validate(openPaymentRequest, request.body)
      const result = await open(deps, {
        channel: channelOf(request),
        partnerId: partnerNumber(partnerId) as number,
        reference,
        idempotency: idempotencyOf(request),
        requestId: request.id,
      })
      if (!result.ok) throw refused(result)
      return reply.code(201).send(answered(result.payment, 'open'))
    })

    scope.get<PaymentParams>('/channel/v1/payments/:paymentId', async (request) => {
      const { channelId } = channelOf(request)
      const payment = await findPayment(deps, channelId, request.params.paymentId)
      if (!payment) throw new ApiError('PAYMENT404_NOT_FOUND')
      return channelPaymentOf(payment)
    })

    for (const cause of ['confirm', 'cancel', 'fail'] as const) {
      const change = deps.tracing.traced(changeSpan<ChangeDeps>(cause), changePayment)
      scope.post<PaymentParams>(`/channel/v1/payments/:paymentId/${cause}`, async (request) => {
        const result = await change(deps, {
          channelId: channelOf(request).channelId,
          paymentId: request.params.paymentId,
          cause,
          amount: cause === 'confirm' ? namedAmount(request.body) : null,
          idempotency: idempotencyOf(request),
        } satisfies ChangeRequest)
        if (!result.ok) throw refused(result)
        return answered(result.payment, result.cause)
      })
    }
  })

/** The centimes a confirm names; null when it names none. */
const namedAmount = (body: unknown): number | null => {
  const { amount } = validate(confirmPaymentRequest, body === undefined ? {} : body)
  return amount === undefined ? null : centimesOf(amount)
}
