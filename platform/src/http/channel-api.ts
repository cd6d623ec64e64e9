import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  centimesFromDinars,
  confirmPaymentRequest,
  idempotencyKeySchema,
  openPaymentRequest,
  type ChannelPayment,
} from '@wasl/protocol'
import type { Channel } from '../partners/authenticate.ts'
import { partnerNumber } from '../partners/ids.ts'
import { changePayment, type ChangeDeps, type ChangeRequest } from '../payments/change.ts'
import { findPayment } from '../payments/find.ts'
import type { IdempotencyKey } from '../payments/idempotency.ts'
import { openPayment, type OpenDeps, type Refusal } from '../payments/open.ts'
import type { Cause } from '../payments/payment.ts'
import type { PaymentRow } from '../payments/payment-row.ts'
import type { AddressLimit } from './address-limit.ts'
import { ApiError } from './api-error.ts'
import { asLeftBy, channelPaymentOf } from './channel-payment.ts'
import { validate } from './validate.ts'

export type ChannelApiDeps = OpenDeps &
  ChangeDeps & {
    addressLimit: AddressLimit
    authenticate: (key: string) => Promise<Channel | null>
  }

type PaymentParams = { Params: { paymentId: string } }

/** The channel API (D21), without static QR. */
export const channelApi = (app: FastifyInstance, deps: ChannelApiDeps): void => {
  const authenticate = async (request: FastifyRequest): Promise<Channel> => {
    const key = request.headers['x-api-key']
    const channel = typeof key === 'string' ? await deps.authenticate(key) : null
    if (channel) return channel
    throw await deps.addressLimit.refuse(request, 'CHANNEL401_UNAUTHORIZED')
  }

  app.post('/channel/v1/payments', async (request, reply) => {
    const channel = await authenticate(request)
    const { partnerId, reference } = validate(openPaymentRequest, request.body)
    const result = await openPayment(deps, {
      channel,
      partnerId: partnerNumber(partnerId) as number,
      reference,
      idempotency: idempotencyOf(request),
      requestId: request.id,
    })
    if (!result.ok) throw refused(result)
    return reply.code(201).send(answered(result.payment, 'open'))
  })

  app.get<PaymentParams>('/channel/v1/payments/:paymentId', async (request) => {
    const { channelId } = await authenticate(request)
    const payment = await findPayment(deps, channelId, request.params.paymentId)
    if (!payment) throw new ApiError('PAYMENT404_NOT_FOUND')
    return channelPaymentOf(payment)
  })

  for (const cause of ['confirm', 'cancel', 'fail'] as const) {
    app.post<PaymentParams>(`/channel/v1/payments/:paymentId/${cause}`, async (request) => {
      const { channelId } = await authenticate(request)
      const result = await changePayment(deps, {
        channelId,
        paymentId: request.params.paymentId,
        cause,
        amount: cause === 'confirm' ? namedAmount(request.body) : null,
        idempotency: idempotencyOf(request),
      } satisfies ChangeRequest)
      if (!result.ok) throw refused(result)
      return answered(result.payment, result.cause)
    })
  }
}

const answered = (payment: PaymentRow, cause: Cause | 'open'): ChannelPayment =>
  channelPaymentOf(asLeftBy(payment, cause))

const refused = ({ code, extra, explanation }: Refusal): ApiError =>
  new ApiError(code, {
    ...(extra && { extra }),
    ...(explanation !== undefined && { explanation }),
  })

/** The centimes a confirm names; null when it names none. */
const namedAmount = (body: unknown): number | null => {
  if (body === undefined || body === null) return null
  const { amount } = validate(confirmPaymentRequest, body)
  if (amount === undefined) return null
  const read = centimesFromDinars(amount)
  if (!read.ok) throw new Error(`a validated amount could not be read: ${read.problem}`)
  return read.centimes
}

/** The key with what it stands for: the same key on anything else is refused (D21). */
const idempotencyOf = (request: FastifyRequest): IdempotencyKey | null => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success) {
    const message = 'expected one key of 1 to 255 visible ASCII characters'
    throw new ApiError('VALIDATION400', { details: [{ path: 'Idempotency-Key', message }] })
  }
  const content = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  return { key: key.data, fingerprint: hash('sha256', content, 'buffer') }
}
