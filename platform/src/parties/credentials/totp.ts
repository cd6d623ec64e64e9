/** One-time codes of an authenticator app (RFC 6238): six digits, a new code every 30 seconds. */
import { Secret, TOTP } from 'otpauth'
import { randomBytes } from '../../base/chance.ts'

const STEP_SECONDS = 30

/** A code of the step before or after is accepted: clocks differ, and typing takes time. */
const STEPS_AROUND = 1

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** A new secret, in base32. */
export const makeTotpSecret = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Wasl', label, secret: Secret.fromBase32(secret) })

/** What the QR code for authenticator apps contains. */
export const totpUri = (secret: string, account: string): string =>
  totpOf(secret, account).toString()

/**
 * The step that a code belongs to; null when it belongs to no step around now. The caller accepts a
 * step once.
 */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  const delta = totpOf(secret).validate({
    token: code,
    timestamp: now.getTime(),
    window: STEPS_AROUND,
  })
  if (delta === null) return null
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta
}
