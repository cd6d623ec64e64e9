import {
  CHANNEL_KINDS,
  CURRENCIES,
  FAIL_REASONS,
  centimesFromDinars,
  isReference,
} from '@wasl/protocol'
import type { WebhookEvent } from '@wasl/protocol'

/**
 * A fast path for the schema of the protocol: true only for a valid event. Wasl's webhooks pass it in a
 * third of the schema's time. False means nothing: the schema then decides and names the problem.
 */
export const isPlainEvent = (value: object): value is WebhookEvent => {
  const { event, data } = value as { event?: unknown; data?: unknown }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false
  const fields = data as Readonly<Record<string, unknown>>
  if (!hasCommonFields(fields)) return false
  switch (event) {
    case 'payment.success':
      return isTime(fields['paidAt'])
    case 'payment.initialized':
      return isTime(fields['initializedAt']) && isTime(fields['lockReleaseTime'])
    case 'payment.fail':
      return isTime(fields['failedAt']) && isOneOf(FAIL_REASONS, fields['reason'])
    default:
      return false
  }
}

const hasCommonFields = (fields: Readonly<Record<string, unknown>>): boolean => {
  const { reference, paymentId, channel, amount, currency, qrCodeToken, qrConfigKind } = fields
  return (
    isReference(reference) &&
    typeof paymentId === 'string' &&
    paymentId !== '' &&
    isOneOf(CHANNEL_KINDS, channel) &&
    centimesFromDinars(amount).ok &&
    isOneOf(CURRENCIES, currency) &&
    qrCodeToken === undefined &&
    qrConfigKind === undefined
  )
}

const isOneOf = (names: readonly unknown[], value: unknown): boolean => names.includes(value)

// Only days 1 to 28 (D3): the schema checks later days against their month.
const TIME =
  /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/

const isTime = (value: unknown): boolean => typeof value === 'string' && TIME.test(value)
