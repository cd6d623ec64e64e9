import { openQrPaymentRequest, qrCodeTokenSchema } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payQrCode, type PayDeps } from '../../qr-codes/pay.ts'
import { scanQrCode, type ScanDeps } from '../../qr-codes/scan.ts'
import type { Refusal } from '../../payments/open.ts'
import { ApiError } from '../server/api-error.ts'
import { centimesOf } from '../bodies/centimes.ts'
import { answered, forChannels, idempotencyOf, refused, type ChannelKeys } from './channel.ts'
import { validate, validateParameter } from '../server/validate.ts'

type CodeParams = { Params: { token: string } }

/** Static QR codes for channels (D19, D21). */
export const channelQrApi = (app: FastifyInstance, deps: PayDeps & ScanDeps & ChannelKeys): void =>
  forChannels(app, deps, (scope, channelOf) => {
    scope.get<CodeParams>('/channel/v1/qr-codes/:token', async (request) => {
      const { channelId } = channelOf(request)
      const result = await scanQrCode(deps, channelId, tokenOf(request))
      if (!result.ok) throw refused(result)
      return result.scanned
    })

    scope.post<CodeParams>('/channel/v1/qr-codes/:token/payments', async (request, reply) => {
      const token = tokenOf(request)
      const { amount, updatedAt } = validate(
        openQrPaymentRequest,
        request.body === undefined ? {} : request.body,
      )
      const result = await payQrCode(deps, {
        channel: channelOf(request),
        token,
        amount: amount === undefined ? null : centimesOf(amount),
        updatedAt: updatedAt === undefined ? null : new Date(updatedAt),
        idempotency: idempotencyOf(request),
      })
      if (!result.ok) throw refusedPayment(result)
      return reply.code(201).send(answered(result.payment, 'open'))
    })
  })

/** Names the field like any other fault of the body. */
const refusedPayment = (refusal: Refusal): ApiError => {
  if (refusal.code !== 'VALIDATION400') return refused(refusal)
  const { explanation: message = 'expected an amount' } = refusal
  return new ApiError('VALIDATION400', { details: [{ path: 'amount', message }] })
}

const tokenOf = (request: FastifyRequest<CodeParams>): string =>
  validateParameter(qrCodeTokenSchema, request, 'token')
