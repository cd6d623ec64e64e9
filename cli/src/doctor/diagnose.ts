/** The signature doctor: what is wrong with a webhook's signature (section 5, D13), and how to mend it. */
import { webhookEnvelopeSchema } from '@wasl/protocol'
import { cause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'
import { clockCauses } from './clock-causes.ts'
import { readJson } from './json-text.ts'
import { readingsOf, truncated, type Reading } from './readings.ts'
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
  hmacSecrets: readonly string[]
  apiSecrets?: readonly string[] | undefined
  /** The moment at which the age of the timestamp is judged; null leaves it out. */
  nowSeconds: number | null
}

export type Diagnosis = {
  /** A receiver that follows D13 accepts it. */
  isValid: boolean
  /** Why it is refused, the first to be mended first; empty when it is valid. */
  causes: Cause[]
  /** What is unusual, but accepted. */
  notes: Cause[]
}

export const diagnose = (patient: Patient): Diagnosis => {
  const clock =
    patient.nowSeconds === null ? [] : clockCauses(patient.timestamp, patient.nowSeconds)
  const { causes, notes } = examineSignature(patient)
  const all = distinct([...causes, ...clock])
  return { isValid: all.length === 0, causes: all, notes: distinct(notes) }
}

const examineSignature = (patient: Patient): { causes: Cause[]; notes: Cause[] } => {
  if (patient.signature === '') return { causes: [noSignature], notes: [] }
  const readings = readingsOf(patient.signature)
  if (readings.length === 0) return { causes: [malformed], notes: [] }
  const broken = brokenBody(patient.body)
  const found = search({
    body: patient.body,
    timestamp: patient.timestamp,
    eventId: patient.eventId,
    hmacSecrets: patient.hmacSecrets,
    apiSecrets: patient.apiSecrets ?? [],
    readings,
    isBodyBroken: broken !== null,
  })
  if (found) return judged(found)
  return { causes: [broken ?? guess(patient.body, readings)], notes: [] }
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
  if (text === '[object Object]') return objectBody
  if (text.includes('\ufffd')) return lostBytes
  return readJson(text) === null ? notJson : null
}

/** No mistake that we know leads to this signature: what the body itself tells. */
const guess = (body: Uint8Array, readings: readonly Reading[]): Cause => {
  if (readings.every(({ bytes }) => bytes.length !== MAC_BYTES)) return malformed
  const text = new TextDecoder().decode(body)
  const tree = readJson(text)
  const isEvent = webhookEnvelopeSchema.safeParse(JSON.parse(text)).success
  return isEvent && tree && writeJson(tree, WIRE_STYLE) === text ? wrongSecret : unknown
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

const objectBody = cause(
  'body_object_as_text',
  'The body is "[object Object]": a parsed body that was put into a string.',
  RAW_BYTES_REMEDY,
)

const lostBytes = cause(
  'body_mis_decoded',
  'The body has replacement characters (U+FFFD): it was read in the wrong character set, and bytes are lost.',
  `Read the body as bytes; where text is needed, as UTF-8. ${RAW_BYTES_REMEDY}`,
)

const notJson = cause(
  'body_part',
  'The body is not JSON: it is not the whole body, or not the body alone.',
  'Take everything after the empty line behind the headers, and nothing else.',
)

const wrongSecret = cause(
  'secret_wrong',
  'The body looks just as the platform writes it, and no common mistake leads to this signature: it was made with another secret, or for another event.',
  'Compare the secret with the one that the operator gave: another partner, another environment (test, live), or from before a rotation? Then look whether body and headers are of the same request.',
)

const unknown = cause(
  'unknown',
  'No common mistake leads to this signature. The body does not look as the platform writes it, so it was most likely changed; or the secret is another one.',
  `${RAW_BYTES_REMEDY} Then compare the secret with the one that the operator gave.`,
)
