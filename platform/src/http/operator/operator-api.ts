import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { createAddressPolicy } from '../../base/outbound/address-policy.ts'
import { spreadTables } from '../cells/spread.ts'
import { addTables } from '../server/routes.ts'
import { adjustments } from './adjustments.ts'
import { agents } from './agents.ts'
import { access } from './access.ts'
import { auditLog } from './audit-log.ts'
import { cases } from './cases.ts'
import { cash } from './cash.ts'
import { bankLines } from './bank.ts'
import { channels } from './channels.ts'
import { deposits } from './deposits.ts'
import { figures } from './figures.ts'
import { floats } from './floats.ts'
import { handovers } from './handovers.ts'
import { listExports } from './export-lists.ts'
import { createOneAtATime } from './export-rows.ts'
import { directory } from './directory.ts'
import { fees } from './fees.ts'
import { followUps } from './follow-ups.ts'
import { integrity } from './integrity.ts'
import { ledger } from './ledger.ts'
import { operatorKeys } from './keys.ts'
import { echoes } from './echoes.ts'
import type { OperatorDeps, RouteDeps } from './operator-deps.ts'
import { forOperators } from './operator.ts'
import { names } from './names.ts'
import { notifications } from './notifications.ts'
import { openWork } from './open-work.ts'
import { partnerAccounts } from './partner-accounts.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { paymentExport } from './export-payments.ts'
import { paymentPage } from './payment-page.ts'
import { payouts } from './payouts.ts'
import { qrCodes } from './qr-codes.ts'
import { qrImages } from './qr-images.ts'
import { receipts } from './receipts.ts'
import { remittances } from './remittances.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { serviceLevels } from './service-levels.ts'
import { settingRequests } from './setting-requests.ts'
import { signingKeys } from './signing-keys.ts'
import { resends } from './resends.ts'
import { statementDocuments } from './statement-documents.ts'
import { statements } from './statements.ts'
import { system } from './system.ts'
import { testCalls } from './test-calls.ts'
import { users } from './users.ts'
import { variances } from './variances.ts'
import { refunds } from './refunds.ts'
import { webhookEvents } from './webhook-events.ts'

/** The operator API (D22). Every route checks an operator's key or session first. */
export const operatorApi = (app: FastifyInstance, all: OperatorDeps): void => {
  const { config, addressLimit, sessionGate, ...rest } = all
  const addressPolicy = createAddressPolicy({ allowPrivateTargets: config.allowPrivateTargets })
  const payer = () =>
    config.clientsAccount ?? { name: new URL(rest.codes.publicOrigin()).host, rib: null }
  const deps = { ...rest, addressPolicy, payer, manual: config }
  const { paymentExport: _payments, listExports: _lists, ...tables } = OPERATIONS.operator
  const spread = spreadTables(all.spread, tables, deps, handlersOf)
  const oneAtATime = createOneAtATime()
  const handlers = {
    ...spread,
    paymentExport: paymentExport(deps, spread.payments.listPayments, oneAtATime),
    listExports: listExports(deps, spread, oneAtATime),
  }
  forOperators(app, { db: all.db, addressLimit, sessionGate }, (scope, options) =>
    addTables(scope, OPERATIONS.operator, handlers, options),
  )
}

const handlersOf = (deps: RouteDeps) => ({
  partners: partners(deps),
  partnerAccounts: partnerAccounts(deps),
  channels: channels(deps),
  agents: agents(deps),
  cash: cash(deps),
  variances: variances(deps),
  cases: cases(deps),
  keys: operatorKeys(deps),
  users: users(deps),
  directory: directory(deps),
  qrCodes: qrCodes(deps),
  qrImages: qrImages(deps),
  figures: figures(deps),
  search: search(deps),
  payments: payments(deps),
  paymentPage: paymentPage(deps),
  receipts: receipts(deps),
  refunds: refunds(deps),
  webhookEvents: webhookEvents(deps),
  resends: resends(deps),
  testCalls: testCalls(deps),
  echoes: echoes(deps),
  handovers: handovers(deps),
  deposits: deposits(deps),
  floats: floats(deps),
  remittances: remittances(deps),
  bank: bankLines(deps),
  fees: fees(deps),
  statements: statements(deps),
  statementDocuments: statementDocuments(deps),
  payouts: payouts(deps),
  ledger: ledger(deps),
  integrity: integrity(deps),
  system: system(deps),
  serviceLevels: serviceLevels(deps),
  notifications: notifications(deps),
  adjustments: adjustments(deps),
  openWork: openWork(deps),
  names: names(deps),
  reports: reports(deps),
  access: access(deps),
  auditLog: auditLog(deps),
  followUps: followUps(deps),
  settingRequests: settingRequests(deps),
  signingKeys: signingKeys(deps),
})
