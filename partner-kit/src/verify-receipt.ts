import { createPublicKey, verify } from 'node:crypto'
import { dinarsFromCentimes, readReceipt, receiptKeyOf } from '@wasl/protocol'
import type { ReceiptContent, ReceiptIssuer, ReceiptRefusal } from '@wasl/protocol'

export type ReceiptToVerify = {
  /** The text of the QR code, or the part of it behind `#`. */
  code: string
  /**
   * The issuers that you believe, and no others: for each, the JSON of
   * `{origin}/.well-known/wasl-keys`, fetched from that origin over https. Fetch it again once a day,
   * and after `unknown_key`: a later copy knows new keys and revocations.
   */
  issuers: readonly ReceiptIssuer[]
}

/** What was paid then. It may have been refunded since: ask the platform for the status. */
export type VerifiedReceipt = Omit<ReceiptContent, 'centimes'> & {
  /** In dinars, as everywhere on the wire. */
  amount: number
}

export type ReceiptVerification =
  | { ok: true; receipt: VerifiedReceipt }
  | { ok: false; reason: ReceiptRefusal; /** For a log. */ message: string }

/**
 * Verifies the code of a receipt (D33), without the network. Never throws; every refusal has a
 * `reason`. `provisional` is a slip for money that a till took without the network: it is not signed.
 *
 * @example
 * const keys = await (await fetch('https://pay.example.dz/.well-known/wasl-keys')).json()
 * const result = verifyReceipt({ code: scanned, issuers: [keys] })
 * if (result.ok) console.log(result.receipt.reference, result.receipt.amount)
 */
export const verifyReceipt = ({ code, issuers }: ReceiptToVerify): ReceiptVerification => {
  const reading = readReceipt(code)
  if (!reading.ok) return refused(reading.reason)
  const key = receiptKeyOf(reading, issuers)
  if (!key.ok) return refused(key.reason)
  if (!isSigned(key.publicKey, reading.signed, reading.signature)) return refused('wrong_signature')
  const { centimes, ...content } = reading.content
  return { ok: true, receipt: { ...content, amount: dinarsFromCentimes(centimes) } }
}

const isSigned = (publicKey: Uint8Array, signed: Uint8Array, signature: Uint8Array): boolean => {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, signed, key, signature)
}

const refused = (reason: ReceiptRefusal): ReceiptVerification => ({
  ok: false,
  reason,
  message: MESSAGES[reason],
})

const MESSAGES: Record<ReceiptRefusal, string> = {
  provisional:
    'This is a provisional slip, which is not signed: the till had no network. Ask for the receipt.',
  not_a_receipt: 'This is not the code of a receipt: it is incomplete, damaged or something else.',
  unsupported: 'The receipt is signed in a way that this release does not know.',
  foreign_issuer: 'The receipt names an issuer that is not in your list of trusted issuers.',
  unknown_key:
    'The receipt is signed with a key that its issuer has not published. If your copy of the keys is old, fetch them again.',
  revoked_key:
    'The key that signed the receipt is revoked. Ask the till to print the receipt again.',
  ended_key: 'The receipt is forged: its key had ended before the time of payment.',
  wrong_signature: 'The receipt is forged or was altered: the signature does not match.',
}
