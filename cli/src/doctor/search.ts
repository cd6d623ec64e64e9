/**
 * Looks for the mistakes that turn the body, timestamp and secret at hand into the signature at hand:
 * first one mistake, then two at once, and so on. What it finds is certain, because only the very same
 * mistakes lead to the same signature.
 */
import { ALGORITHMS, type Algorithm } from './algorithms.ts'
import { bodyVariants, type BodyVariant } from './body-variants.ts'
import { cause, type Cause } from './causes.ts'
import {
  materialsOf,
  millisecondsOf,
  timestampsOf,
  type Material,
  type Timestamp,
} from './materials.ts'
import { ATTEMPTS_WITHIN_SECONDS, findOtherAttempt } from './other-attempt.ts'
import type { Reading } from './readings.ts'
import { secretVariants, type Secrets, type SecretVariant } from './secret-variants.ts'

export type Question = Secrets & {
  body: Uint8Array
  timestamp: string
  eventId: string | undefined
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

/** Bytes hashed altogether: about a second. A webhook of a kilobyte gets the whole search. */
const BYTES_MAX = 300_000_000

/** Beside the bytes themselves, what one HMAC costs, as bytes. */
const HMAC_OVERHEAD_BYTES = 256

/** From three mistakes on only what is usual is combined: the first of each kind, in their order. */
const USUAL = { bodies: 40, materials: 8, algorithms: 8, secrets: 20 } as const

/** Short MACs are prefixes of what was made: a signature that was cut. */
const isReading = ({ bytes }: Reading, digest: Buffer): boolean =>
  bytes.length <= digest.length && digest.subarray(0, bytes.length).equals(bytes)

export const search = (question: Question): Found | null => {
  const dimensions = dimensionsOf(question)
  const match = matcher(question.readings)
  const budget = { bytesLeft: BYTES_MAX }
  const mistakesMax = question.isBodyBroken ? 1 : MISTAKES_MAX
  for (let mistakes = 0; mistakes <= mistakesMax; mistakes += 1) {
    if (mistakes === 2) {
      const near = searchOtherAttempt(question, NEAR_SECONDS)
      if (near) return near
    }
    const found = searchWith(dimensions(mistakes), mistakes, match, budget)
    if (found) return found
  }
  return question.isBodyBroken ? null : searchOtherAttempt(question, ATTEMPTS_WITHIN_SECONDS)
}

/** The first retries are this near; farther ones are looked for when nothing else fits. */
const NEAR_SECONDS = 3600

type Match = (digest: Buffer) => Reading | undefined

const matcher =
  (readings: readonly Reading[]): Match =>
  (digest) =>
    readings.find((reading) => isReading(reading, digest))

type Dimensions = {
  bodies: BodyVariant[]
  times: Timestamp[]
  materials: readonly Material[]
  algorithms: readonly Algorithm[]
  secrets: readonly SecretVariant[]
}

/** What is tried where this many mistakes are made at once. */
const dimensionsOf = (question: Question): ((mistakes: number) => Dimensions) => {
  const body = Buffer.from(question.body)
  const all: Dimensions = {
    bodies: [{ bytes: body, causes: [] }, ...bodyVariants(body)],
    times: timestampsOf(question.timestamp),
    materials: materialsOf(question.eventId),
    algorithms: ALGORITHMS,
    secrets: secretVariants(question),
  }
  return (mistakes) => {
    if (mistakes === 1)
      return { ...all, times: [...all.times, ...millisecondsOf(question.timestamp)] }
    if (mistakes <= 2) return all
    return {
      bodies: all.bodies.slice(0, USUAL.bodies),
      times: all.times.slice(0, 1),
      materials: all.materials.slice(0, USUAL.materials),
      algorithms: all.algorithms.slice(0, USUAL.algorithms),
      secrets: all.secrets.slice(0, USUAL.secrets),
    }
  }
}

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
        if (three > mistakes) continue
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
  const match = matcher(question.readings)
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
    `The signature belongs to another timestamp, ${Math.abs(seconds)} s ${seconds < 0 ? 'earlier' : 'later'}: another attempt to deliver this event.`,
    'Take X-Timestamp and X-Signature from the same request. Each attempt has new ones.',
  )
