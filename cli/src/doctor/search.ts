/**
 * Looks for the mistakes that turn the body, timestamp and secret at hand into the signature at hand:
 * first one mistake, then two at once, and so on. What it finds is certain, because only the very same
 * mistakes lead to the same signature.
 */
import { ALGORITHMS } from './algorithms.ts'
import { bodyVariants, type BodyVariant } from './body-variants.ts'
import { cause, type Cause } from './causes.ts'
import { materialsOf, millisecondsOf, timestampsOf } from './materials.ts'
import { findOtherAttempt } from './other-attempt.ts'
import type { Reading } from './readings.ts'
import { secretVariants, type Secrets } from './secret-variants.ts'

export type Question = Secrets & {
  body: Uint8Array
  timestamp: string
  eventId: string | undefined
  readings: readonly Reading[]
}

export type Found = {
  reading: Reading
  /** Beside those of the reading. None: the signature is right. */
  causes: Cause[]
}

/** Mistakes at once; more than these nobody makes in a way that could be told apart. */
const MISTAKES_MAX = 4

/** Bytes hashed altogether: about two seconds. A webhook of a kilobyte gets the whole search. */
const BYTES_MAX = 600_000_000

/** Short MACs are prefixes of what was made: a signature that was cut. */
const isReading = ({ bytes }: Reading, digest: Buffer): boolean =>
  bytes.length <= digest.length && digest.subarray(0, bytes.length).equals(bytes)

export const search = (question: Question): Found | null => {
  const dimensions = dimensionsOf(question)
  const match = matcher(question.readings)
  for (let mistakes = 0; mistakes <= MISTAKES_MAX; mistakes += 1) {
    if (mistakes === 2) {
      const other = searchOtherAttempt(question)
      if (other) return other
    }
    const found = searchWith(dimensions, mistakes, match)
    if (found) return found
  }
  return null
}

type Match = (digest: Buffer) => Reading | undefined

const matcher =
  (readings: readonly Reading[]): Match =>
  (digest) =>
    readings.find((reading) => isReading(reading, digest))

const dimensionsOf = (question: Question) => {
  const body = Buffer.from(question.body)
  const asGiven: BodyVariant = { bytes: body, causes: [] }
  const others = bodyVariants(body)
  const times = timestampsOf(question.timestamp)
  return {
    secrets: secretVariants(question),
    materials: materialsOf(question.eventId),
    algorithms: ALGORITHMS,
    bodies: [asGiven, ...others],
    /** Those with one difference, for combining with mistakes of other kinds. */
    simpleBodies: [asGiven, ...others.filter(({ causes }) => causes.length <= 1)],
    times: [...times, ...millisecondsOf(question.timestamp)],
    simpleTimes: times,
    bytesLeft: BYTES_MAX,
  }
}

type Dimensions = ReturnType<typeof dimensionsOf>

/** Tries all with exactly this many kinds of mistake. */
const searchWith = (dimensions: Dimensions, mistakes: number, match: Match): Found | null => {
  const bodies = mistakes <= 2 ? dimensions.bodies : dimensions.simpleBodies
  const times = mistakes <= 1 ? dimensions.times : dimensions.simpleTimes
  const wrong = (causes: readonly Cause[]): number => (causes.length > 0 ? 1 : 0)
  for (const body of bodies) {
    for (const time of times) {
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
            dimensions.bytesLeft -= bytes.length + 256
            if (dimensions.bytesLeft < 0) return null
            const reading = match(algorithm.digest(secret.key, bytes))
            if (!reading) continue
            const parts = [body, time, material, algorithm, secret]
            return { reading, causes: parts.flatMap(({ causes }) => causes) }
          }
        }
      }
    }
  }
  return null
}

const searchOtherAttempt = (question: Question): Found | null => {
  if (!/^[0-9]{10}$/.test(question.timestamp)) return null
  const match = matcher(question.readings)
  const body = Buffer.from(question.body)
  const seconds = Number(question.timestamp)
  for (const secret of question.hmacSecrets) {
    const attempt = { key: Buffer.from(secret), body, seconds }
    let reading: Reading | undefined
    const at = findOtherAttempt(attempt, (digest) => (reading = match(digest)) !== undefined)
    if (at !== null && reading) return { reading, causes: [otherAttempt(at - seconds)] }
  }
  return null
}

const otherAttempt = (seconds: number): Cause =>
  cause(
    'timestamp_other_attempt',
    `The signature belongs to another timestamp, ${Math.abs(seconds)} s ${seconds < 0 ? 'earlier' : 'later'}: another attempt to deliver this event.`,
    'Take X-Timestamp and X-Signature from the same request. Each attempt has new ones.',
  )
