/** The events that checks send (section 6, D15). Their payments do not exist. */
import { randomBytes } from 'node:crypto'
import type { ChannelKind, FailReason, QrConfigKind } from '@wasl/protocol'

export type Event = { event: string; data: Record<string, unknown> }

/** The payment that an event is about. */
export type Subject = {
  reference: string
  amount: number
  paymentId?: string
  /** Only for a payment by QR code. */
  qrCodeToken?: string
}

/** The default lock time of D10. */
const LOCK_MS = 15 * 60 * 1000

/** A new UUID of version 7, like the platform's. */
export const newId = (now: number = Date.now()): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Crockford's base32 digits, without I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new reference, like the ones that the platform makes for payments by QR code (D19). */
export const newQrReference = (): string =>
  `QR-${Array.from(randomBytes(26), (byte) => DIGITS.charAt(byte % DIGITS.length)).join('')}`

/** The event that most checks send: a partner has nothing to change because of it. */
export const failEvent = (
  subject: Subject,
  reason: FailReason = 'cancelled',
  channel: ChannelKind = 'AGENCY',
): Event => {
  const failedAt = new Date().toISOString()
  return { event: 'payment.fail', data: { ...common(subject, channel), failedAt, reason } }
}

export const initializedEvent = (
  subject: Subject,
  channel: ChannelKind = 'AGENCY',
  now: number = Date.now(),
): Event => ({
  event: 'payment.initialized',
  data: {
    ...common(subject, channel),
    ...configOf(subject),
    lockReleaseTime: new Date(now + LOCK_MS).toISOString(),
    initializedAt: new Date(now).toISOString(),
  },
})

/** Sent with a correct signature only for the references `pay` and the code `qr`. */
export const successEvent = (
  subject: Subject,
  channel: ChannelKind = 'AGENCY',
  now: number = Date.now(),
): Event => {
  const paidAt = new Date(now).toISOString()
  return {
    event: 'payment.success',
    data: { ...common(subject, channel), ...configOf(subject), paidAt },
  }
}

/** The kind of the QR code's configuration (D27). */
const configOf = ({ qrCodeToken }: Subject): { qrConfigKind?: QrConfigKind } =>
  qrCodeToken === undefined ? {} : { qrConfigKind: 'PERMANENT' }

const common = (
  { reference, amount, paymentId = newId(), qrCodeToken }: Subject,
  channel: ChannelKind,
): Record<string, unknown> => {
  const named = { reference, paymentId, channel, amount, currency: 'DZD' }
  return qrCodeToken === undefined ? named : { ...named, qrCodeToken }
}

/** The bytes of JSON.stringify: no white space, non-ASCII letters not escaped. */
export const bytesOf = (event: Event): Buffer => Buffer.from(JSON.stringify(event))
