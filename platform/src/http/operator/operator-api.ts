import type { FastifyInstance } from 'fastify'
import { createAddressPolicy } from '../../outbound/address-policy.ts'
import { auditLogRoutes } from './audit-log.ts'
import { channelRoutes } from './channels.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { admitOperator } from './operator.ts'
import { operatorKeyRoutes } from './keys.ts'
import { partnerRoutes } from './partners.ts'
import { paymentRoutes } from './payments.ts'
import { qrCodeRoutes } from './qr-codes.ts'
import { qrImageRoutes } from './qr-images.ts'
import { webhookEventRoutes } from './webhook-events.ts'

/** The operator API (D22). Every route asks for an operator's key first. */
export const operatorApi = (app: FastifyInstance, deps: OperatorDeps): void => {
  const { config, addressLimit, ...rest } = deps
  const addressPolicy = createAddressPolicy({ allowPrivateTargets: config.allowPrivateTargets })
  const routeDeps = { ...rest, addressPolicy }
  void app.register(async (scope) => {
    scope.addHook('onRequest', (request) => admitOperator({ db: deps.db, addressLimit }, request))
    partnerRoutes(scope, routeDeps)
    channelRoutes(scope, routeDeps)
    operatorKeyRoutes(scope, routeDeps)
    paymentRoutes(scope, routeDeps)
    webhookEventRoutes(scope, routeDeps)
    auditLogRoutes(scope, routeDeps)
    qrCodeRoutes(scope, routeDeps)
    qrImageRoutes(scope, routeDeps)
  })
}
