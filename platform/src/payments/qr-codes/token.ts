/**
 * Tokens of QR codes: 130 bits as 26 characters of Crockford's base32. 98 bits are random. The last
 * 32 are the partner's number, so that a token alone tells where its rows are, as every id does.
 */
import { hash } from 'node:crypto'
import { randomBytes } from '../../base/chance.ts'

/** Crockford's digits: without I, L, O and U, which are easily misread. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 26

const TOKEN = new RegExp(`^[${DIGITS}]{${LENGTH}}$`)

const RANDOM_BITS = 98n
const PARTNER_BITS = 32n

/** Partners' numbers are positive 32-bit integers. */
const PARTNER_MAX = 2_147_483_647

/** Makes a token for this partner. `random` returns that many random bytes. */
export const newQrToken = (
  partnerId: number,
  random: (bytes: number) => Uint8Array = randomBytes,
): string => {
  const bits = bitsOf(random(13)) & ((1n << RANDOM_BITS) - 1n)
  return base32((bits << PARTNER_BITS) | BigInt(partnerId))
}

/** Makes the reference of a payment by QR code: `QR-` and 26 characters, 130 random bits (D19). */
export const newQrReference = (random: (bytes: number) => Uint8Array = randomBytes): string =>
  `QR-${base32(bitsOf(random(17)) & ((1n << 130n) - 1n))}`

/** The partner that a token belongs to; null when it does not look like one of our tokens. */
export const partnerOfQrToken = (token: string): number | null => {
  if (!TOKEN.test(token)) return null
  let value = 0n
  for (const digit of token) value = (value << 5n) | BigInt(DIGITS.indexOf(digit))
  const partnerId = Number(value & ((1n << PARTNER_BITS) - 1n))
  return partnerId >= 1 && partnerId <= PARTNER_MAX ? partnerId : null
}

/**
 * The token that a person types after reading or hearing it: in upper or lower case, in groups,
 * with letters that look like digits.
 *
 * @example typedQrToken('7z3m-9koq w5t8-r2vx-n4bh-jdol-z9') // '7Z3M9K0QW5T8R2VXN4BHJD01Z9'
 */
export const typedQrToken = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/**
 * A short check code that the poster and the payer's page both show, so that people can recognise a
 * false sticker. It has 30 bits: a forger would need about a thousand million codes to find one
 * with the same check code.
 *
 * @example checkCode('7Z3M9K0QW5T8R2VXN4BHJD01Z9').length // 7, such as 'K7M-3FQ'
 */
export const checkCode = (token: string): string => {
  const digest = hash('sha256', `check code of ${token}`, 'buffer')
  const digits = base32(bitsOf(digest.subarray(0, 17))).slice(-6)
  return `${digits.slice(0, 3)}-${digits.slice(3)}`
}

const bitsOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

const base32 = (value: bigint): string => {
  let text = ''
  for (let rest = value; text.length < LENGTH; rest >>= 5n) text = DIGITS[Number(rest & 31n)] + text
  return text
}
