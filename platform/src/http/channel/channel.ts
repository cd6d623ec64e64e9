/** What the routes of the channel API share (D21). */
import type { ChannelPayment, ErrorCode } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallingChannel } from '../../keys/authenticate.ts'
import type { Refusal } from '../../payments/open.ts'
import type { Cause } from '../../payments/payment.ts'
import type { PaymentRow } from '../../payments/payment-row.ts'
import { asLeftBy, channelPaymentOf } from '../bodies/payment.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import type { ApiError } from '../server/api-error.ts'
import type { Refuse, RouteOptions } from '../server/routes.ts'
import { noteCaller } from '../server/subject.ts'

export type ChannelKeys = {
  addressLimit: AddressLimit
  authenticate: (key: string | undefined) => Promise<CallingChannel | null>
}

/** Adds routes that only channels may call; others are refused with CHANNEL401_UNAUTHORIZED. */
export const forChannels = (
  app: FastifyInstance,
  { authenticate, addressLimit }: ChannelKeys,
  add: (scope: FastifyInstance, options: RouteOptions<CallingChannel>) => void,
): void => {
  const admit = async (request: FastifyRequest): Promise<CallingChannel> => {
    const channel = await addressLimit.admit(request, 'CHANNEL401_UNAUTHORIZED', authenticate)
    noteCaller(request, channel)
    return channel
  }
  addAdmitted(app, admit, (scope, callerOf) => add(scope, { admitted: 'channel', callerOf }))
}

export const answered = (payment: PaymentRow, cause: Cause | 'open'): ChannelPayment =>
  channelPaymentOf(asLeftBy(payment, cause))

/** Turns a refusal into the error to throw. */
export const refused = <Code extends ErrorCode>(
  refuse: Refuse<Code>,
  { code, extra, explanation, retryAfterSeconds }: Refusal<Code>,
): ApiError =>
  refuse(code, {
    ...(extra && { extra }),
    ...(retryAfterSeconds !== undefined && {
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
    ...(explanation !== undefined && { explanation }),
  })
