/**
 * Every operation of the platform, by caller. The platform refuses what an operation does not declare
 * (D24). A separate entry of the package, because partners need little of it.
 */
import type { Operation, OperationTable } from './operation.ts'
import { ACCOUNT_CREDENTIALS } from './operations/account/credentials.ts'
import { ACCOUNT_DEVICES, ACCOUNT_PINS } from './operations/account/devices.ts'
import { ACCOUNT_DIRECTORY } from './operations/account/directory.ts'
import { ACCOUNT_INVITATIONS } from './operations/account/invitations.ts'
import { ACCOUNT_SECURITY } from './operations/account/security.ts'
import { ACCOUNT_SESSIONS } from './operations/account/sessions.ts'
import { ACCOUNT_SIGN_IN } from './operations/account/sign-in.ts'
import { CHANNEL_HANDOVERS } from './operations/channel/handovers.ts'
import { CHANNEL_AGENTS } from './operations/channel/agents.ts'
import { CHANNEL_DEPOSITS } from './operations/channel/deposits.ts'
import { CHANNEL_PAYMENTS } from './operations/channel/payments.ts'
import { CHANNEL_QR_CODES } from './operations/channel/qr-codes.ts'
import { CHANNEL_REMITTANCES } from './operations/channel/remittances.ts'
import { OPERATOR_ADJUSTMENTS } from './operations/operator/adjustments.ts'
import { CHANNEL_CASES } from './operations/channel/cases.ts'
import { CHANNEL_SHIFTS } from './operations/channel/shifts.ts'
import { OPERATOR_AGENTS } from './operations/operator/agents.ts'
import { CHANNEL_RECEIPTS } from './operations/channel/receipts.ts'
import { CHANNEL_TILL } from './operations/channel/till.ts'
import { CHANNEL_REFUNDS } from './operations/channel/refunds.ts'
import { CHANNEL_VARIANCES } from './operations/channel/variances.ts'
import { CHANNEL_REQUESTS } from './operations/channel/requests.ts'
import { OPERATOR_ACCESS } from './operations/operator/access.ts'
import { OPERATOR_AUDIT_LOG } from './operations/operator/audit-log.ts'
import { OPERATOR_CASES } from './operations/operator/cases.ts'
import { OPERATOR_FOLLOW_UPS } from './operations/operator/follow-ups.ts'
import { OPERATOR_CASH } from './operations/operator/cash.ts'
import { OPERATOR_BANK } from './operations/operator/bank.ts'
import { OPERATOR_CHANNELS } from './operations/operator/channels.ts'
import { OPERATOR_DEPOSITS } from './operations/operator/deposits.ts'
import { OPERATOR_DIRECTORY } from './operations/operator/directory.ts'
import { OPERATOR_FIGURES } from './operations/operator/figures.ts'
import { OPERATOR_FLOATS } from './operations/operator/floats.ts'
import { OPERATOR_HANDOVERS } from './operations/operator/handovers.ts'
import { OPERATOR_FEES } from './operations/operator/fees.ts'
import { OPERATOR_ECHOES } from './operations/operator/echoes.ts'
import { OPERATOR_INTEGRITY } from './operations/operator/integrity.ts'
import { OPERATOR_KEYS } from './operations/operator/keys.ts'
import { OPERATOR_LEDGER } from './operations/operator/ledger.ts'
import { OPERATOR_LIST_EXPORTS } from './operations/operator/list-exports.ts'
import { OPERATOR_NAMES } from './operations/operator/names.ts'
import { OPERATOR_NOTIFICATIONS } from './operations/operator/notifications.ts'
import { OPERATOR_OPEN_WORK } from './operations/operator/open-work.ts'
import { OPERATOR_PARTNER_ACCOUNTS } from './operations/operator/partner-accounts.ts'
import { OPERATOR_PARTNERS } from './operations/operator/partners.ts'
import { OPERATOR_PAYMENT_EXPORT, OPERATOR_PAYMENTS } from './operations/operator/payments.ts'
import { OPERATOR_PAYMENT_PAGE } from './operations/operator/payment-page.ts'
import { OPERATOR_PAYOUTS } from './operations/operator/payouts.ts'
import { OPERATOR_QR_CODES } from './operations/operator/qr-codes.ts'
import { OPERATOR_QR_IMAGES } from './operations/operator/qr-images.ts'
import { OPERATOR_REMITTANCES } from './operations/operator/remittances.ts'
import { OPERATOR_REPORTS } from './operations/operator/reports.ts'
import { OPERATOR_SEARCH } from './operations/operator/search.ts'
import { OPERATOR_SERVICE_LEVELS } from './operations/operator/service-levels.ts'
import { OPERATOR_SETTING_REQUESTS } from './operations/operator/setting-requests.ts'
import { OPERATOR_SIGNING_KEYS } from './operations/operator/signing-keys.ts'
import { OPERATOR_RESENDS } from './operations/operator/resends.ts'
import { OPERATOR_STATEMENT_DOCUMENTS } from './operations/operator/statement-documents.ts'
import { OPERATOR_TEST_CALLS } from './operations/operator/test-calls.ts'
import { OPERATOR_STATEMENTS } from './operations/operator/statements.ts'
import { OPERATOR_RECEIPTS } from './operations/operator/receipts.ts'
import { OPERATOR_REFUNDS } from './operations/operator/refunds.ts'
import { OPERATOR_WEBHOOK_EVENTS } from './operations/operator/webhook-events.ts'
import { PARTNER_OWN_PAYMENTS } from './operations/partner/own-payments.ts'
import { PARTNER_OWN_STATEMENTS } from './operations/partner/own-statements.ts'
import { PARTNER_OWN_QR_CODES } from './operations/partner/own-qr-codes.ts'
import { PARTNER_DIRECTORY } from './operations/partner/directory.ts'
import { PARTNER_FIGURES } from './operations/partner/figures.ts'
import { PARTNER_PAYMENTS } from './operations/partner/payments.ts'
import { OPERATOR_SYSTEM } from './operations/operator/system.ts'
import { OPERATOR_VARIANCES } from './operations/operator/variances.ts'
import { PARTNER_QR_CODES } from './operations/partner/qr-codes.ts'
import { PARTNER_LIVE_CHECKS } from './operations/partner/live-checks.ts'
import { PARTNER_RESENDS } from './operations/partner/resends.ts'
import { PARTNER_SEARCH } from './operations/partner/search.ts'
import { PARTNER_SETTINGS } from './operations/partner/settings.ts'
import { PARTNER_STATEMENTS } from './operations/partner/statements.ts'
import { PARTNER_TEST_CALLS } from './operations/partner/test-calls.ts'
import { PARTNER_STATUS } from './operations/partner/status.ts'
import { PARTNER_WEBHOOK_EVENTS } from './operations/partner/webhook-events.ts'
import { CHANNEL_USERS } from './operations/channel/users.ts'
import { OPERATOR_USERS } from './operations/operator/users.ts'
import { PARTNER_USERS } from './operations/partner/users.ts'
import { PAYER } from './operations/payer.ts'
import { DOCS, HEALTH, PUBLISHED_KEYS } from './operations/service.ts'

/** In the order of the API reference. */
export const OPERATIONS = {
  partner: {
    status: PARTNER_STATUS,
    payments: PARTNER_PAYMENTS,
    ownPayments: PARTNER_OWN_PAYMENTS,
    search: PARTNER_SEARCH,
    figures: PARTNER_FIGURES,
    statements: PARTNER_STATEMENTS,
    ownStatements: PARTNER_OWN_STATEMENTS,
    qrCodes: PARTNER_QR_CODES,
    webhookEvents: PARTNER_WEBHOOK_EVENTS,
    users: PARTNER_USERS,
    directory: PARTNER_DIRECTORY,
    liveChecks: PARTNER_LIVE_CHECKS,
    resends: PARTNER_RESENDS,
    testCalls: PARTNER_TEST_CALLS,
    settings: PARTNER_SETTINGS,
    ownQrCodes: PARTNER_OWN_QR_CODES,
  },
  channel: {
    payments: CHANNEL_PAYMENTS,
    receipts: CHANNEL_RECEIPTS,
    till: CHANNEL_TILL,
    qrCodes: CHANNEL_QR_CODES,
    agents: CHANNEL_AGENTS,
    shifts: CHANNEL_SHIFTS,
    cases: CHANNEL_CASES,
    users: CHANNEL_USERS,
    refunds: CHANNEL_REFUNDS,
    requests: CHANNEL_REQUESTS,
    variances: CHANNEL_VARIANCES,
    handovers: CHANNEL_HANDOVERS,
    deposits: CHANNEL_DEPOSITS,
    remittances: CHANNEL_REMITTANCES,
  },
  operator: {
    partners: OPERATOR_PARTNERS,
    partnerAccounts: OPERATOR_PARTNER_ACCOUNTS,
    channels: OPERATOR_CHANNELS,
    agents: OPERATOR_AGENTS,
    cash: OPERATOR_CASH,
    variances: OPERATOR_VARIANCES,
    cases: OPERATOR_CASES,
    keys: OPERATOR_KEYS,
    users: OPERATOR_USERS,
    directory: OPERATOR_DIRECTORY,
    qrCodes: OPERATOR_QR_CODES,
    qrImages: OPERATOR_QR_IMAGES,
    figures: OPERATOR_FIGURES,
    search: OPERATOR_SEARCH,
    payments: OPERATOR_PAYMENTS,
    paymentExport: OPERATOR_PAYMENT_EXPORT,
    paymentPage: OPERATOR_PAYMENT_PAGE,
    receipts: OPERATOR_RECEIPTS,
    refunds: OPERATOR_REFUNDS,
    webhookEvents: OPERATOR_WEBHOOK_EVENTS,
    resends: OPERATOR_RESENDS,
    testCalls: OPERATOR_TEST_CALLS,
    echoes: OPERATOR_ECHOES,
    handovers: OPERATOR_HANDOVERS,
    deposits: OPERATOR_DEPOSITS,
    floats: OPERATOR_FLOATS,
    remittances: OPERATOR_REMITTANCES,
    bank: OPERATOR_BANK,
    fees: OPERATOR_FEES,
    statements: OPERATOR_STATEMENTS,
    statementDocuments: OPERATOR_STATEMENT_DOCUMENTS,
    payouts: OPERATOR_PAYOUTS,
    ledger: OPERATOR_LEDGER,
    integrity: OPERATOR_INTEGRITY,
    system: OPERATOR_SYSTEM,
    serviceLevels: OPERATOR_SERVICE_LEVELS,
    notifications: OPERATOR_NOTIFICATIONS,
    adjustments: OPERATOR_ADJUSTMENTS,
    openWork: OPERATOR_OPEN_WORK,
    names: OPERATOR_NAMES,
    reports: OPERATOR_REPORTS,
    access: OPERATOR_ACCESS,
    auditLog: OPERATOR_AUDIT_LOG,
    listExports: OPERATOR_LIST_EXPORTS,
    followUps: OPERATOR_FOLLOW_UPS,
    settingRequests: OPERATOR_SETTING_REQUESTS,
    signingKeys: OPERATOR_SIGNING_KEYS,
  },
  signIn: {
    signIn: ACCOUNT_SIGN_IN,
    directory: ACCOUNT_DIRECTORY,
    invitations: ACCOUNT_INVITATIONS,
    pins: ACCOUNT_PINS,
  },
  account: {
    sessions: ACCOUNT_SESSIONS,
    credentials: ACCOUNT_CREDENTIALS,
    devices: ACCOUNT_DEVICES,
    security: ACCOUNT_SECURITY,
  },
  payer: { pages: PAYER },
  service: { health: HEALTH, publishedKeys: PUBLISHED_KEYS, docs: DOCS },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OperationTable>>>>

/** Every operation with its id. */
export const ALL_OPERATIONS: readonly (readonly [id: string, operation: Operation])[] =
  Object.values(OPERATIONS).flatMap((tables) =>
    Object.values<OperationTable>(tables).flatMap((table) => Object.entries(table)),
  )
