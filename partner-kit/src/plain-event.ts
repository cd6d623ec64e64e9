import {
  CHANNEL_KINDS,
  CURRENCIES,
  FAIL_REASONS,
  centimesFromDinars,
  isReference,
} from '@wasl/protocol'
import type { WebhookEvent } from '@wasl/protocol'

/**
 * True when a value is certainly an event: the rules of the protocol's schema, asked one after the
 * other. Every webhook of ours passes here in a third of the schema's time. False decides nothing:
 * then the schema is asked, which knows the rest and names what is wrong.
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

// Days that every month has (D3): whether a month has the 29th and later ones, the schema knows.
const TIME =
  /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/

const isTime = (value: unknown): boolean => typeof value === 'string' && TIME.test(value)
