import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { addTables } from '../server/routes.ts'
import { forChannels, type ChannelKeys } from './channel.ts'
import { payments, type PaymentDeps } from './payments.ts'
import { qrCodes, type QrCodeDeps } from './qr-codes.ts'

export type ChannelApiDeps = ChannelKeys & PaymentDeps & QrCodeDeps

/** The channel API (D21). Every route checks a channel's key first. */
export const channelApi = (app: FastifyInstance, deps: ChannelApiDeps): void =>
  forChannels(app, deps, (scope, options) =>
    addTables(
      scope,
      OPERATIONS.channel,
      { payments: payments(deps), qrCodes: qrCodes(deps) },
      options,
    ),
  )
