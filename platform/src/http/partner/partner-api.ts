import type { FastifyInstance } from 'fastify'
import { partnerDirectory, type PartnerDirectoryDeps } from './directory.ts'
import { partnerOwnPayments, type OwnPaymentsDeps } from './own-payments.ts'
import { partnerOwnStatements } from './own-statements.ts'
import { partnerPayments } from './payments.ts'
import type { PartnerSearchDeps } from './search.ts'
import { partnerQrCodes, type PartnerQrApiDeps } from './qr-codes.ts'
import { partnerSettings, type PartnerSettingsDeps } from './settings.ts'
import { partnerStatements, type PartnerStatementsDeps } from './statements.ts'
import { partnerUsers, type PartnerUsersDeps } from './users.ts'
import { partnerWebhookEvents, type PartnerWebhooksDeps } from './webhook-events.ts'

export type PartnerApiDeps = PartnerSearchDeps &
  PartnerStatementsDeps &
  PartnerWebhooksDeps &
  PartnerQrApiDeps &
  PartnerUsersDeps &
  PartnerDirectoryDeps &
  PartnerSettingsDeps &
  OwnPaymentsDeps

/** The APIs for partners, except the Payment Status API. */
export const partnerApi = (app: FastifyInstance, deps: PartnerApiDeps): void => {
  partnerPayments(app, deps)
  partnerOwnPayments(app, deps)
  partnerStatements(app, deps)
  partnerOwnStatements(app, deps)
  partnerWebhookEvents(app, deps)
  partnerQrCodes(app, deps)
  partnerUsers(app, deps)
  partnerDirectory(app, deps)
  partnerSettings(app, deps)
}
