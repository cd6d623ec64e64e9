import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { createAddressPolicy } from '../../outbound/address-policy.ts'
import { addTables } from '../server/routes.ts'
import { auditLog } from './audit-log.ts'
import { channels } from './channels.ts'
import { operatorKeys } from './keys.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { forOperators } from './operator.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { qrCodes } from './qr-codes.ts'
import { qrImages } from './qr-images.ts'
import { webhookEvents } from './webhook-events.ts'

/** The operator API (D22). Every route checks an operator's key first. */
export const operatorApi = (app: FastifyInstance, all: OperatorDeps): void => {
  const { config, addressLimit, ...rest } = all
  const addressPolicy = createAddressPolicy({ allowPrivateTargets: config.allowPrivateTargets })
  const deps = { ...rest, addressPolicy }
  const handlers = {
    partners: partners(deps),
    channels: channels(deps),
    keys: operatorKeys(deps),
    qrCodes: qrCodes(deps),
    qrImages: qrImages(deps),
    payments: payments(deps),
    webhookEvents: webhookEvents(deps),
    auditLog: auditLog(deps),
  }
  forOperators(app, { db: all.db, addressLimit }, (scope, options) =>
    addTables(scope, OPERATIONS.operator, handlers, options),
  )
}
