/**
 * Every operation of the platform, by caller. The platform refuses what an operation does not declare
 * (D24). A separate entry of the package, because partners need little of it.
 */
import type { Operation, OperationTable } from './operation.ts'
import { CHANNEL_PAYMENTS } from './operations/channel/payments.ts'
import { CHANNEL_QR_CODES } from './operations/channel/qr-codes.ts'
import { OPERATOR_AUDIT_LOG } from './operations/operator/audit-log.ts'
import { OPERATOR_CHANNELS } from './operations/operator/channels.ts'
import { OPERATOR_KEYS } from './operations/operator/keys.ts'
import { OPERATOR_PARTNERS } from './operations/operator/partners.ts'
import { OPERATOR_PAYMENTS } from './operations/operator/payments.ts'
import { OPERATOR_QR_CODES } from './operations/operator/qr-codes.ts'
import { OPERATOR_QR_IMAGES } from './operations/operator/qr-images.ts'
import { OPERATOR_WEBHOOK_EVENTS } from './operations/operator/webhook-events.ts'
import { PARTNER_QR_CODES } from './operations/partner/qr-codes.ts'
import { PARTNER_STATUS } from './operations/partner/status.ts'
import { PARTNER_WEBHOOK_EVENTS } from './operations/partner/webhook-events.ts'
import { PAYER } from './operations/payer.ts'
import { DOCS, HEALTH } from './operations/service.ts'

/** In the order of the API reference. */
export const OPERATIONS = {
  partner: {
    status: PARTNER_STATUS,
    qrCodes: PARTNER_QR_CODES,
    webhookEvents: PARTNER_WEBHOOK_EVENTS,
  },
  channel: { payments: CHANNEL_PAYMENTS, qrCodes: CHANNEL_QR_CODES },
  operator: {
    partners: OPERATOR_PARTNERS,
    channels: OPERATOR_CHANNELS,
    keys: OPERATOR_KEYS,
    qrCodes: OPERATOR_QR_CODES,
    qrImages: OPERATOR_QR_IMAGES,
    payments: OPERATOR_PAYMENTS,
    webhookEvents: OPERATOR_WEBHOOK_EVENTS,
    auditLog: OPERATOR_AUDIT_LOG,
  },
  payer: { pages: PAYER },
  service: { health: HEALTH, docs: DOCS },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OperationTable>>>>

/** Every operation with its id. */
export const ALL_OPERATIONS: readonly (readonly [id: string, operation: Operation])[] =
  Object.values(OPERATIONS).flatMap((tables) =>
    Object.values<OperationTable>(tables).flatMap((table) => Object.entries(table)),
  )
