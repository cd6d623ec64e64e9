/** The events that checks send (section 6, D15). Every one is of a payment that was never made. */
import { randomBytes } from 'node:crypto'
import type { ChannelKind, FailReason, QrConfigKind } from '@wasl/protocol'

export type Event = { event: string; data: Record<string, unknown> }

/** What an event is about. */
export type Subject = {
  reference: string
  amount: number
  paymentId?: string
  /** Of a payment by QR code. */
  qrCodeToken?: string
}

/** How long the lock of a made-up payment would last, as D10 has it. */
const LOCK_MS = 15 * 60 * 1000

/** A UUID of version 7, like the platform's: it begins with the time and was never used before. */
export const newId = (now: number = Date.now()): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Crockford's digits: without I, L, O and U, which are misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference as the platform makes one for each payment by QR code, never used before (D19). */
export const newQrReference = (): string =>
  `QR-${Array.from(randomBytes(26), (byte) => DIGITS.charAt(byte % DIGITS.length)).join('')}`

/**
 * A payment that did not come about. The event of most checks: an honest partner has nothing to
 * change because of it.
 */
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
    ...askedBy(subject),
    lockReleaseTime: new Date(now + LOCK_MS).toISOString(),
    initializedAt: new Date(now).toISOString(),
  },
})

/** The money was taken. Sent correctly signed for the reference `pay` and the code `qr` alone. */
export const successEvent = (
  subject: Subject,
  channel: ChannelKind = 'AGENCY',
  now: number = Date.now(),
): Event => {
  const paidAt = new Date(now).toISOString()
  return {
    event: 'payment.success',
    data: { ...common(subject, channel), ...askedBy(subject), paidAt },
  }
}

/** What the code asked for, of a payment by QR code (D27). */
const askedBy = ({ qrCodeToken }: Subject): { qrConfigKind?: QrConfigKind } =>
  qrCodeToken === undefined ? {} : { qrConfigKind: 'PERMANENT' }

const common = (
  { reference, amount, paymentId = newId(), qrCodeToken }: Subject,
  channel: ChannelKind,
): Record<string, unknown> => {
  const named = { reference, paymentId, channel, amount, currency: 'DZD' }
  return qrCodeToken === undefined ? named : { ...named, qrCodeToken }
}

/** The bytes that JSON.stringify makes: no white space, letters beyond ASCII as they are. */
export const bytesOf = (event: Event): Buffer => Buffer.from(JSON.stringify(event))
