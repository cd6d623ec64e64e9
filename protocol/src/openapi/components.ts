/** The schemas of the document by name, made from the zod schemas that the platform itself uses. */
import { z } from 'zod'
import * as channelApi from '../channel-api.ts'
import { healthReport } from '../health.ts'
import * as ids from '../ids.ts'
import { listOf } from '../lists.ts'
import { amountSchema, currencySchema } from '../money.ts'
import * as operatorApi from '../operator-api.ts'
import * as records from '../operator-records.ts'
import * as details from '../payment-details.ts'
import * as status from '../payment-status.ts'
import { issueSchema } from '../issue.ts'
import { platformErrorSchema } from '../platform-error.ts'
import * as qrCodes from '../qr-codes.ts'
import * as qrConfig from '../qr-config.ts'
import { referenceSchema } from '../reference.ts'
import { timeSchema } from '../time.ts'
import * as events from '../webhook-event.ts'

export type JsonObject = { [key: string]: unknown }

const SCHEMAS = {
  Acknowledgement: events.acknowledgementSchema,
  Amount: amountSchema,
  AmountLabel: details.amountLabelSchema,
  AttemptOutcome: records.attemptOutcomeSchema,
  AuditEntry: records.auditEntry,
  AuditEntryList: listOf(records.auditEntry),
  ChannelId: ids.channelIdSchema,
  ChannelKind: status.channelKindSchema,
  ChannelKindRecord: operatorApi.channelKindRecord,
  ChannelKindList: operatorApi.channelKindList,
  ChannelList: listOf(operatorApi.channelRecord),
  ChannelPayment: channelApi.channelPayment,
  ChannelRecord: operatorApi.channelRecord,
  ConfirmPaymentRequest: channelApi.confirmPaymentRequest,
  CreateChannelRequest: operatorApi.createChannelRequest,
  CreateOperatorKeyRequest: operatorApi.createOperatorKeyRequest,
  CreatedChannel: operatorApi.createdChannel,
  CreatedOperatorKey: operatorApi.createdOperatorKey,
  CreatePartnerRequest: operatorApi.createPartnerRequest,
  CreateQrCodeRequest: qrCodes.createQrCodeRequest,
  CreatedPartner: operatorApi.createdPartner,
  Currency: currencySchema,
  DetailLabel: details.detailLabelSchema,
  EventId: ids.eventIdSchema,
  EventKind: events.eventKindSchema,
  FailReason: events.failReasonSchema,
  HealthReport: healthReport,
  Issue: issueSchema,
  OpenPaymentRequest: channelApi.openPaymentRequest,
  OpenQrPaymentRequest: qrConfig.openQrPaymentRequest,
  OperatorKeyId: ids.operatorKeyIdSchema,
  OperatorKeyList: listOf(operatorApi.operatorKeyRecord),
  OperatorKeyRecord: operatorApi.operatorKeyRecord,
  OperatorPayment: records.operatorPayment,
  OperatorPaymentDetail: records.paymentDetail,
  OperatorPaymentList: listOf(records.operatorPaymentRecord),
  OperatorPaymentRecord: records.operatorPaymentRecord,
  Partner: operatorApi.partner,
  PartnerError: details.partnerErrorSchema,
  PartnerId: ids.partnerIdSchema,
  PartnerList: listOf(operatorApi.partner),
  PartnerStatus: operatorApi.partnerStatusSchema,
  PartnerWarning: operatorApi.partnerWarning,
  PatchChannelKindRequest: operatorApi.patchChannelKindRequest,
  PatchedPartner: operatorApi.patchedPartner,
  PatchPartnerRequest: operatorApi.patchPartnerRequest,
  PatchQrCodeRequest: qrCodes.patchQrCodeRequest,
  PaymentDetails: details.paymentDetailsSchema,
  PaymentFail: events.paymentFailSchema,
  PaymentId: ids.paymentIdSchema,
  PaymentInitialized: events.paymentInitializedSchema,
  PaymentStage: status.paymentStageSchema,
  PaymentStatus: status.paymentStatusSchema,
  PaymentSuccess: events.paymentSuccessSchema,
  PendingRotation: operatorApi.pendingRotation,
  PlatformError: platformErrorSchema,
  QrCode: qrCodes.qrCode,
  QrCodeKind: qrCodes.qrCodeKindSchema,
  QrCodeList: listOf(qrCodes.qrCode),
  QrCodeStatus: qrConfig.qrCodeStatusSchema,
  QrCodeToken: qrConfig.qrCodeTokenSchema,
  QrConfig: qrConfig.qrConfigSchema,
  QrConfigKind: qrConfig.qrConfigKindSchema,
  QrConfigurationRecord: qrCodes.qrConfigurationRecord,
  QrConfigurationRecordList: listOf(qrCodes.qrConfigurationRecord),
  QrMode: qrConfig.qrModeSchema,
  Redelivered: records.redelivered,
  RedeliverFailedRequest: records.redeliverFailedRequest,
  RedeliverManyRequest: records.redeliverManyRequest,
  Reference: referenceSchema,
  RotateChannelRequest: operatorApi.rotateChannelRequest,
  RotatedChannel: operatorApi.rotatedChannel,
  RotateRequest: operatorApi.rotateRequest,
  Rotated: operatorApi.rotated,
  ScannedQrCode: qrConfig.scannedQrCode,
  SecretKind: operatorApi.secretKindSchema,
  SetQrConfigRequest: qrConfig.setQrConfigRequest,
  Stage: status.stageSchema,
  Time: timeSchema,
  TimelineItem: records.timelineItem,
  TransitionCause: records.transitionCauseSchema,
  UnsetQrConfigRequest: qrConfig.unsetQrConfigRequest,
  WebhookAttempt: records.webhookAttempt,
  WebhookDeliveryState: status.webhookDeliveryStateSchema,
  WebhookEvent: events.webhookEventSchema,
  WebhookEventDetail: records.webhookEventDetail,
  WebhookEventRecord: records.webhookEventRecord,
  WebhookEventRecordList: listOf(records.webhookEventRecord),
  WebhookEventState: records.eventStateSchema,
} satisfies Record<string, z.ZodType>

export type SchemaName = keyof typeof SCHEMAS

/** The zod schema behind a name; tests hold the examples against it. */
export function zodSchema(name: SchemaName): z.ZodType {
  return SCHEMAS[name]
}

export function schemaRef(name: SchemaName): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** `components.schemas`: JSON Schema 2020-12, one component referring to another by name. */
export function schemaComponents(): JsonObject {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    // What may be sent. Only the platform refuses fields that it does not know (D24): its requests are
    // closed, and what others receive stays open.
    io: 'input',
  })
  const components = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]),
  )
  return { ...components, WebhookEvent: { ...components['WebhookEvent'], discriminator: BY_EVENT } }
}

const BY_EVENT = {
  propertyName: 'event',
  mapping: {
    'payment.initialized': '#/components/schemas/PaymentInitialized',
    'payment.success': '#/components/schemas/PaymentSuccess',
    'payment.fail': '#/components/schemas/PaymentFail',
  },
}

/** Without the identifiers that only a schema standing by itself needs. */
function plain(schema: object): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'),
  )
}
