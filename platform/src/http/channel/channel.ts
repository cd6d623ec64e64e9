/** What every route of the channel API does with a request and an answer (D21). */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idempotencyKeySchema, type ChannelPayment } from '@wasl/protocol'
import type { CallingChannel } from '../../keys/authenticate.ts'
import type { IdempotencyKey } from '../../payments/idempotency.ts'
import type { Refusal } from '../../payments/open.ts'
import type { Cause } from '../../payments/payment.ts'
import type { PaymentRow } from '../../payments/payment-row.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted, type CallerOf } from '../server/admitted.ts'
import { ApiError } from '../server/api-error.ts'
import { asLeftBy, channelPaymentOf } from '../bodies/payment.ts'
import { noteCaller } from '../server/subject.ts'

export type ChannelKeys = {
  addressLimit: AddressLimit
  authenticate: (key: string | undefined) => Promise<CallingChannel | null>
}

/** Adds routes that only channels may call: anybody else is refused with CHANNEL401_UNAUTHORIZED. */
export const forChannels = (
  app: FastifyInstance,
  { authenticate, addressLimit }: ChannelKeys,
  addRoutes: (scope: FastifyInstance, channelOf: CallerOf<CallingChannel>) => void,
): void => {
  const admit = async (request: FastifyRequest): Promise<CallingChannel> => {
    const channel = await addressLimit.admit(request, 'CHANNEL401_UNAUTHORIZED', authenticate)
    noteCaller(request, channel)
    return channel
  }
  addAdmitted(app, admit, addRoutes)
}

export const answered = (payment: PaymentRow, cause: Cause | 'open'): ChannelPayment =>
  channelPaymentOf(asLeftBy(payment, cause))

export const refused = ({ code, extra, explanation, retryAfterSeconds }: Refusal): ApiError =>
  new ApiError(code, {
    ...(extra && { extra }),
    ...(retryAfterSeconds !== undefined && {
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
    ...(explanation !== undefined && { explanation }),
  })

/** The key with what it stands for: the same key on anything else is refused (D21). */
export const idempotencyOf = (request: FastifyRequest): IdempotencyKey | null => {
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
