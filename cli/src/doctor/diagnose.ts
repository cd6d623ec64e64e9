/** The signature doctor: why a webhook's signature is wrong (section 5, D13), and how to fix it. */
import { hash } from 'node:crypto'
import { objectAsText } from './body-parts.ts'
import { cause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'
import { clockCauses } from './clock-causes.ts'
import { readJson } from './json-text.ts'
import { lossyReading, readingsOf, truncated, type Reading } from './readings.ts'
import { search, type SearchResult } from './search.ts'
import { WIRE_STYLE, writeJson } from './write-json.ts'

export type WebhookToCheck = {
  /** Its exact bytes. */
  body: Uint8Array
  /** The header X-Timestamp; empty if missing. */
  timestamp: string
  /** The header X-Signature, or a computed signature; empty if missing. */
  signature: string
  eventId?: string | undefined
  /** The paths or URLs at which the webhook may have arrived, if known. */
  paths?: readonly string[] | undefined
  hmacSecrets: readonly string[]
  apiSecrets?: readonly string[] | undefined
  /** The time at which the age of the timestamp is checked; null: it is not checked. */
  nowSeconds: number | null
}

export type Diagnosis = {
  /** A receiver that follows D13 accepts it. */
  isValid: boolean
  /** Why it is refused, in the order of repair; empty when it is valid. */
  causes: Cause[]
  /** What is accepted, but not written as the platform writes it: other receivers may refuse it. */
  notes: Cause[]
  /** What must be signed: the bytes of the body, then the timestamp. */
  toSign: BytesToSign
}

export type BytesToSign = {
  /** How many. */
  bytes: number
  /** Their SHA-256, in lowercase hexadecimal. */
  sha256: string
}

/** A cause that is found is certain: it leads to exactly this signature, or is visible in the input. */
export const diagnose = (webhook: WebhookToCheck): Diagnosis => {
  const swapped = unswapped(webhook)
  const { causes, notes } = swapped ? examine(swapped) : examine(webhook)
  const all = distinct(swapped ? [headersSwapped, ...causes] : causes)
  return {
    isValid: all.length === 0,
    causes: all,
    notes: distinct(notes),
    toSign: bytesToSign(swapped ?? webhook),
  }
}

const bytesToSign = ({ body, timestamp }: WebhookToCheck): BytesToSign => {
  const bytes = Buffer.concat([body, Buffer.from(timestamp)])
  return { bytes: bytes.length, sha256: hash('sha256', bytes) }
}

/** The webhook with timestamp and signature swapped back; null if they are not swapped. */
const unswapped = (webhook: WebhookToCheck): WebhookToCheck | null => {
  const { timestamp, signature } = webhook
  const isSwapped = /^[0-9]{10}(?:[0-9]{3})?$/.test(signature) && isSignature(timestamp)
  return isSwapped ? { ...webhook, timestamp: signature, signature: timestamp } : null
}

const isSignature = (text: string): boolean => /^(?:[0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(text)

const examine = (webhook: WebhookToCheck): { causes: Cause[]; notes: Cause[] } => {
  const { causes, notes } = examineSignature(webhook)
  return { causes: [...causes, ...clockCauses(webhook.timestamp, webhook.nowSeconds)], notes }
}

const examineSignature = (webhook: WebhookToCheck): { causes: Cause[]; notes: Cause[] } => {
  const { signature } = webhook
  if (signature === '') return { causes: [noSignature], notes: [] }
  if (isSecret(webhook)) return { causes: [secretItself], notes: [] }
  const readings = readingsOf(signature)
  if (readings.length === 0 && lossyReading(signature) === null) {
    return { causes: [malformed], notes: [] }
  }
  const broken = brokenBody(webhook.body)
  const found = search({
    body: webhook.body,
    timestamp: webhook.timestamp,
    eventId: webhook.eventId,
    paths: webhook.paths ?? PATHS,
    hmacSecrets: webhook.hmacSecrets,
    apiSecrets: webhook.apiSecrets ?? [],
    signature,
    readings,
    isBodyBroken: broken !== null,
  })
  if (found) return judged(found)
  const rest = formCause(signature, readings) ?? broken ?? unknown(webhook)
  return { causes: [rest], notes: [] }
}

/** Where the platform sends webhooks by default (D12). */
const PATHS = ['/webhooks/platform'] as const

const isSecret = ({ signature, hmacSecrets, apiSecrets = [] }: WebhookToCheck): boolean => {
  const bare = signature.trim().replace(/^Bearer\s+/i, '')
  return [...hmacSecrets, ...apiSecrets].some((secret) => secret.trim() === bare)
}

/** The kit accepts several ways to write a signature; only others are a cause. */
const judged = ({ reading, isCut, causes }: SearchResult): { causes: Cause[]; notes: Cause[] } => {
  if (reading.accepted && !isCut) return { causes, notes: reading.causes }
  return { causes: [...causes, ...reading.causes, ...(isCut ? [truncated] : [])], notes: [] }
}

const MAC_BYTES = 32

/** Why this body cannot have been signed; null when it may have been. */
const brokenBody = (body: Uint8Array): Cause | null => {
  const text = new TextDecoder().decode(body)
  if (body.length === 0) return emptyBody
  if (text === '[object Object]') return objectAsText
  if (text.includes('\ufffd')) return lostBytes
  return readJson(text) === null ? notJson : null
}

/** What is wrong with the form of the signature; null when it may be a MAC. */
const formCause = (signature: string, readings: readonly Reading[]): Cause | null => {
  if (readings.some(({ bytes }) => bytes.length === MAC_BYTES)) return null
  const [first] = readings
  return first === undefined ? malformed : otherLength(signature, first.bytes.length)
}

/** Algorithms by the length of their digest, in bytes. */
const MADE_BY: Readonly<Record<number, string>> = {
  16: 'MD5',
  20: 'SHA-1',
  28: 'SHA-224',
  48: 'SHA-384',
  64: 'SHA-512',
}

const otherLength = (signature: string, bytes: number): Cause => {
  const made = MADE_BY[bytes]
  return cause(
    'encoding_malformed',
    `The signature has ${signature.length} characters, which stand for ${bytes} bytes; HMAC-SHA256 makes 32 bytes, 64 hexadecimal digits.${made === undefined ? '' : ` ${made} makes this many bytes.`}`,
    'Copy the whole value of X-Signature, and nothing else. If it is whole, check which algorithm your code uses.',
  )
}

/** Other bytes, another secret and another scheme cannot be told apart. */
const unknown = (webhook: WebhookToCheck): Cause => {
  const { bytes, sha256 } = bytesToSign(webhook)
  const length = webhook.body.length
  return cause(
    'unknown',
    `No mistake that the doctor knows leads from this body, timestamp and secret to this signature.${bodyHint(webhook.body)}${secretHint(webhook)}`,
    `The bytes to sign are ${bytes}: ${length} of the body, then ${bytes - length} of the timestamp. Their SHA-256 is ${sha256}. ` +
      'Let your code log the length and the SHA-256 of what it signs. If they differ, it signs other bytes. ' +
      'If they are the same, the secret or the algorithm differs. Also check that body and headers are of the same request.',
  )
}

const bodyHint = (body: Uint8Array): string => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const tree = readJson(text)
  const isAsWritten = tree !== null && writeJson(tree, { ...WIRE_STYLE, order: 'given' }) === text
  return isAsWritten ? '' : ' The body is not written as the platform writes it: was it changed?'
}

const secretHint = ({ hmacSecrets }: WebhookToCheck): string => {
  const isApiSecret = hmacSecrets.some((secret) => secret.trim().startsWith('wasl_sec_'))
  return isApiSecret ? ' This HMAC secret begins with wasl_sec_, as an API secret does.' : ''
}

const distinct = (causes: readonly Cause[]): Cause[] => [
  ...new Map(causes.map((entry) => [entry.code, entry])).values(),
]

const noSignature = cause(
  'signature_missing',
  'There is no signature.',
  'It is the header X-Signature. Only webhooks have it; lookups have none.',
)

const malformed = cause(
  'encoding_malformed',
  'The signature is neither 64 hexadecimal digits nor 32 bytes in base64.',
  'Copy the whole value of X-Signature, and nothing else.',
)

const emptyBody = cause(
  'body_empty',
  'The body is empty: something read it before.',
  RAW_BYTES_REMEDY,
)

const lostBytes = cause(
  'body_mis_decoded',
  'The body has replacement characters (U+FFFD): it was probably read in the wrong character set, and bytes are lost.',
  `Read the body as bytes, or as UTF-8 where you need text. ${RAW_BYTES_REMEDY}`,
)

const notJson = cause(
  'body_not_json',
  'The body is not JSON, and the platform sends only JSON.',
  'Is it whole, and is it only the body? Take everything after the empty line that ends the headers.',
)

const secretItself = cause(
  'signature_is_secret',
  'The signature is the secret itself: nothing was signed, and the secret was sent.',
  'Send the HMAC-SHA256 of body and timestamp, with the secret as the key. Rotate the secret, because it was sent.',
)

const headersSwapped = cause(
  'headers_swapped',
  'Timestamp and signature are swapped.',
  'X-Timestamp is ten digits, X-Signature is 64 hexadecimal digits: swap them.',
)
