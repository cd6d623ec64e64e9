import { openQrPaymentRequest, qrCodeTokenSchema } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payQrCode, type PayDeps } from '../qr/pay.ts'
import { scanQrCode } from '../qr/scan.ts'
import type { Refusal } from '../payments/open.ts'
import { ApiError } from './api-error.ts'
import { centimesOf } from './centimes.ts'
import {
  admitChannel,
  answered,
  idempotencyOf,
  refused,
  type ChannelKeys,
} from './channel-request.ts'
import { validate } from './validate.ts'

type CodeParams = { Params: { token: string } }

/** Static QR codes for channels (D19, D21). */
export const channelQrApi = (app: FastifyInstance, deps: PayDeps & ChannelKeys): void => {
  app.get<CodeParams>('/channel/v1/qr-codes/:token', async (request) => {
    const { channelId } = await admitChannel(deps, request)
    const result = await scanQrCode(deps, channelId, tokenOf(request))
    if (!result.ok) throw refused(result)
    return result.scanned
  })

  app.post<CodeParams>('/channel/v1/qr-codes/:token/payments', async (request, reply) => {
    const channel = await admitChannel(deps, request)
    const token = tokenOf(request)
    const { amount, updatedAt } = validate(openQrPaymentRequest, request.body ?? {})
    const result = await payQrCode(deps, {
      channel,
      token,
      amount: amount === undefined ? null : centimesOf(amount),
      updatedAt: updatedAt === undefined ? null : new Date(updatedAt),
      idempotency: idempotencyOf(request),
    })
    if (!result.ok) throw refusedPayment(result)
    return reply.code(201).send(answered(result.payment, 'open'))
  })
}

/** Names the field like any other fault of the body. */
const refusedPayment = (refusal: Refusal): ApiError => {
  if (refusal.code !== 'VALIDATION400') return refused(refusal)
  const { explanation: message = 'expected an amount' } = refusal
  return new ApiError('VALIDATION400', { details: [{ path: 'amount', message }] })
}

const tokenOf = (request: FastifyRequest<CodeParams>): string =>
  validate(qrCodeTokenSchema, request.params.token)
