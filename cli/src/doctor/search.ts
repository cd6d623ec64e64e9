/**
 * Looks for the mistakes that turn the body, timestamp and secret at hand into the signature at hand:
 * first one mistake, then two at once, and so on. What it finds is certain, because only the very same
 * mistakes lead to the same signature.
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

export type Question = Secrets & {
  body: Uint8Array
  timestamp: string
  eventId: string | undefined
  /** The paths and URLs at which the webhook may have come in. */
  paths: readonly string[]
  signature: string
  readings: readonly Reading[]
  /** The body cannot be what was signed, whatever else: a short search will do. */
  isBodyBroken: boolean
}

export type Found = {
  reading: Reading
  /** Only the beginning of the MAC is there. */
  isCut: boolean
  /** Beside those of the reading. None: the signature is right. */
  causes: Cause[]
}

/** Mistakes at once; more than these nobody makes in a way that could be told apart. */
const MISTAKES_MAX = 4

/** Bytes hashed altogether: a second or two. A webhook of a kilobyte gets the whole search. */
const BYTES_MAX = 300_000_000

/** Beside the bytes themselves, what one HMAC costs, as bytes. */
const HMAC_OVERHEAD_BYTES = 256

/** From three mistakes on only what is usual is combined: the first of each kind, in their order. */
const USUAL = { bodies: 40, materials: 8, algorithms: 8, secrets: 20 } as const

/** Short MACs are prefixes of what was made: a signature that was cut. */
const isReading = ({ bytes }: Reading, digest: Buffer): boolean =>
  bytes.length <= digest.length && digest.subarray(0, bytes.length).equals(bytes)

export const search = (question: Question): Found | null => {
  const given = withBodyAsGiven(question)
  const match = matcher(question)
  const budget = { bytesLeft: BYTES_MAX }
  const within = (dimensions: Dimensions, mistakes: number): Found | null =>
    searchWith(dimensions, mistakes, match, budget)
  const quick = within(given, 0) ?? within(onlyOrders(given), 1) ?? within(given, 1)
  if (quick) return quick
  // A thousand bodies take longer to write than to try.
  const [body] = given.bodies
  const all: Dimensions = { ...given, bodies: [body, ...bodyVariants(body.bytes)] }
  const one = within({ ...all, times: all.times.slice(0, 1) }, 1)
  if (one || question.isBodyBroken) return one
  const near = searchOtherAttempt(question, NEAR_SECONDS)
  const two = near ?? within(withoutRare(all), 2) ?? within(withRareOnce(all), 2)
  if (two) return two
  const usual = usualOf(all)
  for (let mistakes = 3; mistakes <= MISTAKES_MAX; mistakes += 1) {
    const found = within(usual, mistakes)
    if (found) return found
  }
  return searchOtherAttempt(question, ATTEMPTS_WITHIN_SECONDS)
}

/** The first retries are this near; farther ones are looked for when nothing else fits. */
const NEAR_SECONDS = 3600

type Match = (digest: Buffer) => Reading | undefined

const matcher = ({ readings, signature }: Question): Match => {
  const isLossy = lossyReading(signature)
  const reading = { bytes: Buffer.alloc(0), accepted: false, causes: [otherForm] }
  return (digest) =>
    readings.find((candidate) => isReading(candidate, digest)) ??
    (isLossy?.(digest) ? { ...reading, bytes: digest } : undefined)
}

type Dimensions = {
  /** The one at hand comes first. */
  bodies: readonly [BodyVariant, ...BodyVariant[]]
  times: readonly Timestamp[]
  materials: readonly Material[]
  algorithms: readonly Algorithm[]
  secrets: readonly SecretVariant[]
}

const withBodyAsGiven = (question: Question): Dimensions => {
  const { timestamp } = question
  return {
    bodies: [{ bytes: Buffer.from(question.body), causes: [] }],
    times: [...timestampsOf(timestamp), ...millisecondsOf(timestamp)],
    materials: [
      ...materialsOf(question.eventId),
      ...packedTimestamps(timestamp),
      ...schemesOf(question.paths),
    ],
    algorithms: ALGORITHMS,
    secrets: secretVariants(question),
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

/** First of all, so that they are tried with large bodies too, of which few trials can be paid. */
const onlyOrders = (given: Dimensions): Dimensions => ({
  ...given,
  times: given.times.slice(0, 1),
  algorithms: given.algorithms.slice(0, 1),
  secrets: given.secrets.filter(({ causes }) => causes.length === 0),
})

/** A body that differs in more ways than these goes with no other mistake. */
const DIFFERENCES_MAX = 3

const onlyUsual = (
  { bodies: [first, ...variants] }: Dimensions,
  differencesMax: number,
): Dimensions['bodies'] => [
  first,
  ...variants.filter((body) => isUsual(body) && body.causes.length <= differencesMax),
]

/** A rare scheme goes with a usual mistake elsewhere, and a rare body with a usual order. */
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

/** Tries all with exactly this many kinds of mistake. */
const searchWith = (
  dimensions: Dimensions,
  mistakes: number,
  match: Match,
  budget: { bytesLeft: number },
): Found | null => {
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

const searchOtherAttempt = (question: Question, withinSeconds: number): Found | null => {
  if (!/^[0-9]{10}$/.test(question.timestamp)) return null
  const match = matcher(question)
  const body = Buffer.from(question.body)
  const seconds = Number(question.timestamp)
  for (const secret of question.hmacSecrets) {
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
    `The signature belongs to another timestamp, ${Math.abs(seconds)} s ${seconds < 0 ? 'earlier' : 'later'}: that of another attempt, or of a clock that was read instead of the header.`,
    'Take X-Timestamp and X-Signature from the same request, and sign the text of the header. Each attempt has new ones.',
  )
