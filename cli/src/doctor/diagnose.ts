/** The signature doctor: what is wrong with a webhook's signature (section 5, D13), and how to repair it. */
import { hash } from 'node:crypto'
import { objectAsText } from './body-parts.ts'
import { cause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'
import { clockCauses } from './clock-causes.ts'
import { readJson } from './json-text.ts'
import { lossyReading, readingsOf, truncated, type Reading } from './readings.ts'
import { search, type Found } from './search.ts'
import { WIRE_STYLE, writeJson } from './write-json.ts'

export type Patient = {
  /** As it is at hand, to the byte. */
  body: Uint8Array
  /** The header X-Timestamp; empty when there is none. */
  timestamp: string
  /** The header X-Signature, or what some code computed; empty when there is none. */
  signature: string
  eventId?: string | undefined
  /** The paths or URLs at which the webhook may have come in, where known. */
  paths?: readonly string[] | undefined
  hmacSecrets: readonly string[]
  apiSecrets?: readonly string[] | undefined
  /** The moment at which the age of the timestamp is judged; null leaves it out. */
  nowSeconds: number | null
}

export type Diagnosis = {
  /** A receiver that follows D13 accepts it. */
  isValid: boolean
  /** Why it is refused, the first to be repaired first; empty when it is valid. */
  causes: Cause[]
  /** What is unusual, but accepted: a receiver that accepts the wire form alone refuses it. */
  notes: Cause[]
  /** What is to be signed: the bytes of the body, then the timestamp. */
  toSign: BytesToSign
}

export type BytesToSign = {
  /** How many they are. */
  bytes: number
  /** The SHA-256 of them, in lowercase hexadecimal. */
  sha256: string
}

/** Whatever is found is certain: it leads to this very signature, or is plain to see. */
export const diagnose = (patient: Patient): Diagnosis => {
  const swapped = unswapped(patient)
  const { causes, notes } = swapped ? examine(swapped) : examine(patient)
  const all = distinct(swapped ? [headersSwapped, ...causes] : causes)
  return {
    isValid: all.length === 0,
    causes: all,
    notes: distinct(notes),
    toSign: bytesToSign(swapped ?? patient),
  }
}

const bytesToSign = ({ body, timestamp }: Patient): BytesToSign => {
  const bytes = Buffer.concat([body, Buffer.from(timestamp)])
  return { bytes: bytes.length, sha256: hash('sha256', bytes) }
}

/** Both values in their places, where they changed places. */
const unswapped = (patient: Patient): Patient | null => {
  const { timestamp, signature } = patient
  const isSwapped = /^[0-9]{10}(?:[0-9]{3})?$/.test(signature) && isSignature(timestamp)
  return isSwapped ? { ...patient, timestamp: signature, signature: timestamp } : null
}

const isSignature = (text: string): boolean => /^(?:[0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(text)

const examine = (patient: Patient): { causes: Cause[]; notes: Cause[] } => {
  const { causes, notes } = examineSignature(patient)
  return { causes: [...causes, ...clockCauses(patient.timestamp, patient.nowSeconds)], notes }
}

const examineSignature = (patient: Patient): { causes: Cause[]; notes: Cause[] } => {
  const { signature } = patient
  if (signature === '') return { causes: [noSignature], notes: [] }
  if (isSecret(patient)) return { causes: [secretItself], notes: [] }
  const readings = readingsOf(signature)
  if (readings.length === 0 && lossyReading(signature) === null) {
    return { causes: [malformed], notes: [] }
  }
  const broken = brokenBody(patient.body)
  const found = search({
    body: patient.body,
    timestamp: patient.timestamp,
    eventId: patient.eventId,
    paths: patient.paths ?? PATHS,
    hmacSecrets: patient.hmacSecrets,
    apiSecrets: patient.apiSecrets ?? [],
    signature,
    readings,
    isBodyBroken: broken !== null,
  })
  if (found) return judged(found)
  const rest = formCause(signature, readings) ?? broken ?? unknown(patient)
  return { causes: [rest], notes: [] }
}

/** Where the platform sends webhooks unless the partner gives another URL (D12). */
const PATHS = ['/webhooks/platform'] as const

const isSecret = ({ signature, hmacSecrets, apiSecrets = [] }: Patient): boolean => {
  const bare = signature.trim().replace(/^Bearer\s+/i, '')
  return [...hmacSecrets, ...apiSecrets].some((secret) => secret.trim() === bare)
}

/** How a signature is written matters to the platform's kit only when it would not read it. */
const judged = ({ reading, isCut, causes }: Found): { causes: Cause[]; notes: Cause[] } => {
  if (reading.accepted && !isCut) return { causes, notes: reading.causes }
  return { causes: [...causes, ...reading.causes, ...(isCut ? [truncated] : [])], notes: [] }
}

const MAC_BYTES = 32

/** Why this body cannot be what was signed; null when it may be. */
const brokenBody = (body: Uint8Array): Cause | null => {
  const text = new TextDecoder().decode(body)
  if (body.length === 0) return emptyBody
  if (text === '[object Object]') return objectAsText
  if (text.includes('\ufffd')) return lostBytes
  return readJson(text) === null ? notJson : null
}

/** What is wrong with the form of the signature by itself; null when it may be a MAC as it should be. */
const formCause = (signature: string, readings: readonly Reading[]): Cause | null => {
  if (readings.some(({ bytes }) => bytes.length === MAC_BYTES)) return null
  const [first] = readings
  return first === undefined ? malformed : otherLength(signature, first.bytes.length)
}

/** Algorithms by the bytes that they make. */
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
    `The signature has ${signature.length} characters, which stand for ${bytes} bytes; HMAC-SHA256 makes 32 bytes, 64 hexadecimal digits.${made === undefined ? '' : ` As many bytes as these come of ${made}.`}`,
    'Copy the whole value of X-Signature, and nothing else. If it is whole, look which algorithm makes it.',
  )
}

/** Says nothing but what is certain: other bytes, another secret and another scheme all look alike. */
const unknown = (patient: Patient): Cause => {
  const { bytes, sha256 } = bytesToSign(patient)
  const length = patient.body.length
  return cause(
    'unknown',
    `No mistake that the doctor knows leads from this body, timestamp and secret to this signature.${bodyHint(patient.body)}${secretHint(patient)}`,
    `The bytes to sign are ${bytes}: ${length} of the body, then ${bytes - length} of the timestamp. Their SHA-256 is ${sha256}. ` +
      'Let your code log the length and the SHA-256 of what it signs. If they differ, it signs other bytes. ' +
      'If they are the same, the secret or the algorithm is another one. Then look whether body and headers are of the same request.',
  )
}

const bodyHint = (body: Uint8Array): string => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const tree = readJson(text)
  const isAsWritten = tree !== null && writeJson(tree, { ...WIRE_STYLE, order: 'given' }) === text
  return isAsWritten ? '' : ' The body is not written as the platform writes it: was it changed?'
}

const secretHint = ({ hmacSecrets }: Patient): string => {
  const isApiSecret = hmacSecrets.some((secret) => secret.trim().startsWith('wasl_sec_'))
  return isApiSecret ? ' The secret at hand begins as an API secret does: wasl_sec_.' : ''
}

const distinct = (causes: readonly Cause[]): Cause[] => [
  ...new Map(causes.map((entry) => [entry.code, entry])).values(),
]

const noSignature = cause(
  'signature_missing',
  'There is no signature.',
  'It comes in the header X-Signature, on webhooks alone: lookups have none.',
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
  'The body at hand has replacement characters (U+FFFD): it was most likely read in the wrong character set, and bytes are lost.',
  `Read the body as bytes; where text is needed, as UTF-8. ${RAW_BYTES_REMEDY}`,
)

const notJson = cause(
  'body_not_json',
  'The body at hand is not JSON, and the platform sends nothing else.',
  'Is it whole, and is it the body alone? Take everything after the empty line behind the headers, and nothing else.',
)

const secretItself = cause(
  'signature_is_secret',
  'The signature is the secret itself. Nothing was signed, and the secret is shown.',
  'Send the HMAC-SHA256 of body and timestamp, with the secret as the key. Change a secret that has travelled.',
)

const headersSwapped = cause(
  'headers_swapped',
  'Timestamp and signature have changed places.',
  'X-Timestamp is ten digits, X-Signature 64 hexadecimal digits: swap the two.',
)
