/**
 * Searches for the mistakes that turn the given body, timestamp and secret into the given signature:
 * first one mistake, then two at once, and so on. A result is certain, because other mistakes lead to
 * other signatures.
 */
import { ALGORITHMS, type Algorithm } from './algorithms.ts'
import type { BodyVariant } from './body-variant.ts'
import { bodyVariants } from './body-variants.ts'
import { cause, type Cause } from './causes.ts'
import {
  materialsOf,
  millisecondsOf,
  packedTimestamps,
  timestampsOf,
  type Material,
  type Timestamp,
} from './materials.ts'
import { ATTEMPTS_WITHIN_SECONDS, findOtherAttempt } from './other-attempt.ts'
import { lossyReading, otherForm, type Reading } from './readings.ts'
import { schemesOf } from './schemes.ts'
import { secretVariants, type Secrets, type SecretVariant } from './secret-variants.ts'

export type SearchRequest = Secrets & {
  body: Uint8Array
  timestamp: string
  eventId: string | undefined
  /** The paths and URLs at which the webhook may have arrived. */
  paths: readonly string[]
  signature: string
  readings: readonly Reading[]
  /** This body cannot have been signed: a short search is enough. */
  isBodyBroken: boolean
}

export type SearchResult = {
  reading: Reading
  /** Only the beginning of the MAC is left. */
  isCut: boolean
  /** Without those of the reading. Empty: the signature is right. */
  causes: Cause[]
}

/** At once; more cannot be told apart. */
const MISTAKES_MAX = 4

/** Bytes hashed in all: a second or two, and enough for a webhook of a kilobyte. */
const BYTES_MAX = 300_000_000

/** The fixed cost of one HMAC, as bytes. */
const HMAC_OVERHEAD_BYTES = 256

/** Three and more mistakes are combined from the first ones of each kind only. */
const USUAL = { bodies: 40, materials: 8, algorithms: 8, secrets: 20 } as const

/** A short MAC matches by its prefix: the signature was truncated. Nearly all differ in their first byte. */
const isReading = ({ bytes }: Reading, digest: Buffer): boolean =>
  (bytes.length === 0 || bytes[0] === digest[0]) &&
  bytes.length <= digest.length &&
  digest.subarray(0, bytes.length).equals(bytes)

export const search = (request: SearchRequest): SearchResult | null => {
  const given = withBodyAsGiven(request)
  const match = matcher(request)
  const budget = { bytesLeft: BYTES_MAX }
  const within = (dimensions: Dimensions, mistakes: number): SearchResult | null =>
    searchWith(dimensions, mistakes, match, budget)
  const quick = within(given, 0) ?? within(onlyOrders(given), 1) ?? within(given, 1)
  if (quick) return quick
  // Writing a thousand bodies takes longer than trying them.
  const [body] = given.bodies
  const all: Dimensions = { ...given, bodies: [body, ...bodyVariants(body.bytes)] }
  const one = within({ ...all, times: all.times.slice(0, 1) }, 1)
  if (one || request.isBodyBroken) return one
  const near = searchOtherAttempt(request, NEAR_SECONDS)
  const two = near ?? within(withoutRare(all), 2) ?? within(withRareOnce(all), 2)
  if (two) return two
  const usual = usualOf(all)
  for (let mistakes = 3; mistakes <= MISTAKES_MAX; mistakes += 1) {
    const found = within(usual, mistakes)
    if (found) return found
  }
  return searchOtherAttempt(request, ATTEMPTS_WITHIN_SECONDS)
}

/** The first retries are this near. Later ones are tried at the end. */
const NEAR_SECONDS = 3600

type Match = (digest: Buffer) => Reading | undefined

const matcher = ({ readings, signature }: SearchRequest): Match => {
  const isLossy = lossyReading(signature)
  const reading = { bytes: Buffer.alloc(0), accepted: false, causes: [otherForm] }
  return (digest) =>
    readings.find((candidate) => isReading(candidate, digest)) ??
    (isLossy?.(digest) ? { ...reading, bytes: digest } : undefined)
}

type Dimensions = {
  /** The given one comes first. */
  bodies: readonly [BodyVariant, ...BodyVariant[]]
  times: readonly Timestamp[]
  materials: readonly Material[]
  algorithms: readonly Algorithm[]
  secrets: readonly SecretVariant[]
}

const withBodyAsGiven = (request: SearchRequest): Dimensions => {
  const { timestamp } = request
  return {
    bodies: [{ bytes: Buffer.from(request.body), causes: [] }],
    times: [...timestampsOf(timestamp), ...millisecondsOf(timestamp)],
    materials: [
      ...materialsOf(request.eventId),
      ...packedTimestamps(timestamp),
      ...schemesOf(request.paths),
    ],
    algorithms: ALGORITHMS,
    secrets: secretVariants(request),
  }
}

const isUsual = ({ isRare }: { isRare?: boolean }): boolean => isRare !== true

const withoutRare = (all: Dimensions): Dimensions => ({
  bodies: onlyUsual(all, DIFFERENCES_MAX),
  times: all.times.filter(isUsual),
  materials: all.materials.filter(isUsual),
  algorithms: all.algorithms.filter(isUsual),
  secrets: all.secrets.filter(isUsual),
})

/** Tried first: for large bodies the budget allows only few trials. */
const onlyOrders = (given: Dimensions): Dimensions => ({
  ...given,
  times: given.times.slice(0, 1),
  algorithms: given.algorithms.slice(0, 1),
  secrets: given.secrets.filter(({ causes }) => causes.length === 0),
})

/** A body with more differences is not combined with other mistakes. */
const DIFFERENCES_MAX = 3

const onlyUsual = (
  { bodies: [first, ...variants] }: Dimensions,
  differencesMax: number,
): Dimensions['bodies'] => [
  first,
  ...variants.filter((body) => isUsual(body) && body.causes.length <= differencesMax),
]

/** Combines a rare scheme with a usual mistake elsewhere, and a rare body with a usual order. */
const withRareOnce = (all: Dimensions): Dimensions => {
  const usual = usualOf(all)
  const rareBodies = all.bodies.filter((body) => !isUsual(body))
  return { ...usual, materials: all.materials, bodies: [...usual.bodies, ...rareBodies] }
}

const usualOf = (all: Dimensions): Dimensions => ({
  bodies: [all.bodies[0], ...all.bodies.slice(1, USUAL.bodies)],
  times: all.times.slice(0, 1),
  materials: all.materials.slice(0, USUAL.materials),
  algorithms: all.algorithms.slice(0, USUAL.algorithms),
  secrets: all.secrets.slice(0, USUAL.secrets),
})

/** Tries all combinations with exactly this many mistakes. */
const searchWith = (
  dimensions: Dimensions,
  mistakes: number,
  match: Match,
  budget: { bytesLeft: number },
): SearchResult | null => {
  const wrong = (causes: readonly Cause[]): number => (causes.length > 0 ? 1 : 0)
  for (const body of dimensions.bodies) {
    for (const time of dimensions.times) {
      const two = wrong(body.causes) + wrong(time.causes)
      if (two > mistakes) continue
      for (const material of dimensions.materials) {
        const three = two + wrong(material.causes)
        if (three > mistakes || (body.isRare && material.isRare)) continue
        const bytes = material.build(body.bytes, time.text)
        for (const algorithm of dimensions.algorithms) {
          const four = three + wrong(algorithm.causes)
          if (four > mistakes || four + 1 < mistakes) continue
          for (const secret of dimensions.secrets) {
            if (four + wrong(secret.causes) !== mistakes) continue
            budget.bytesLeft -= bytes.length + HMAC_OVERHEAD_BYTES
            if (budget.bytesLeft < 0) return null
            const digest = algorithm.digest(secret.key, bytes)
            const reading = match(digest)
            if (!reading) continue
            const parts = [body, time, material, algorithm, secret]
            const isCut = reading.bytes.length < digest.length
            return { reading, isCut, causes: parts.flatMap(({ causes }) => causes) }
          }
        }
      }
    }
  }
  return null
}

const searchOtherAttempt = (request: SearchRequest, withinSeconds: number): SearchResult | null => {
  if (!/^[0-9]{10}$/.test(request.timestamp)) return null
  const match = matcher(request)
  const body = Buffer.from(request.body)
  const seconds = Number(request.timestamp)
  for (const secret of request.hmacSecrets) {
    const attempt = { key: Buffer.from(secret), body, seconds, withinSeconds }
    let reading: Reading | undefined
    const at = findOtherAttempt(attempt, (digest) => (reading = match(digest)) !== undefined)
    if (at !== null && reading) {
      return { reading, isCut: false, causes: [otherAttempt(at - seconds)] }
    }
  }
  return null
}

const otherAttempt = (seconds: number): Cause =>
  cause(
    'timestamp_other_attempt',
    `The signature belongs to another timestamp, ${Math.abs(seconds)} s ${seconds < 0 ? 'earlier' : 'later'}: of another attempt, or of a clock that was read in place of the header.`,
    'Take X-Timestamp and X-Signature from the same request, and sign the text of the header. Each attempt has new ones.',
  )
