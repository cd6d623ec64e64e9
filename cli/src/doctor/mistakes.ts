/**
 * The signatures that common mistakes make for one request. A check can send them to a server to learn
 * which mistake its code makes.
 */
import { ALGORITHMS } from './algorithms.ts'
import { bodyVariants } from './body-variants.ts'
import type { Cause } from './causes.ts'
import { materialsOf, timestampsOf } from './materials.ts'
import { WRITINGS } from './readings.ts'
import { schemesOf } from './schemes.ts'
import { secretVariants } from './secret-variants.ts'

/** A webhook and its secrets. */
export type SignedRequest = {
  body: Uint8Array
  /** The header X-Timestamp. */
  timestamp: string
  hmacSecrets: readonly [string, ...string[]]
  apiSecrets?: readonly string[] | undefined
  /** The header X-Event-Id. */
  eventId?: string | undefined
  /** The paths or URLs at which the server takes webhooks. */
  paths?: readonly string[] | undefined
}

export type SignatureMistake = {
  /** The header X-Signature of a signer that makes only this mistake. */
  signature: string
  /** The mistake, the main cause first. */
  causes: readonly [Cause, ...Cause[]]
}

/**
 * The signatures of all known mistakes, without the right one and without duplicates, the likely ones
 * first.
 *
 * @param max how many at most.
 * @example
 * for (const { signature, causes } of signatureMistakes(request, 100)) {
 *   if (await isAccepted(signature)) return causes[0].message
 * }
 */
export const signatureMistakes = (request: SignedRequest, max: number): SignatureMistake[] => {
  const kinds = [
    orders(request),
    writings(request),
    secrets(request),
    bodies(request),
    algorithms(request),
    timestamps(request),
  ]
  const seen = new Set([macOf(request, {}).toString('hex')])
  const mistakes: SignatureMistake[] = []
  // The kinds take turns, because each has its own order of likelihood.
  for (const { signature, causes } of inTurns(kinds)) {
    if (mistakes.length >= max) break
    const [first, ...more] = causes
    if (first === undefined || seen.has(signature)) continue
    seen.add(signature)
    mistakes.push({ signature, causes: [first, ...more] })
  }
  return mistakes
}

type Trial = { signature: string; causes: readonly Cause[] }

type Change = {
  body?: Buffer
  timestamp?: string
  key?: Buffer
  material?: (body: Buffer, timestamp: string) => Buffer
  digest?: (key: Buffer, material: Buffer) => Buffer
}

const [HMAC_SHA256] = ALGORITHMS

const macOf = ({ body, timestamp, hmacSecrets }: SignedRequest, change: Change): Buffer => {
  const key = change.key ?? Buffer.from(hmacSecrets[0])
  const bytes = change.body ?? Buffer.from(body)
  const at = change.timestamp ?? timestamp
  const material = change.material?.(bytes, at) ?? Buffer.concat([bytes, Buffer.from(at)])
  return (change.digest ?? HMAC_SHA256.digest)(key, material)
}

const trial = (request: SignedRequest, causes: readonly Cause[], change: Change): Trial => ({
  signature: macOf(request, change).toString('hex'),
  causes,
})

const orders = function* (request: SignedRequest): Generator<Trial> {
  const common = materialsOf(request.eventId)
  for (const { build, causes } of [...common, ...schemesOf(request.paths ?? [])]) {
    yield trial(request, causes, { material: build })
  }
}

const writings = function* (request: SignedRequest): Generator<Trial> {
  const mac = macOf(request, {})
  for (const { write, causes } of WRITINGS) yield { signature: write(mac), causes }
}

const secrets = function* (request: SignedRequest): Generator<Trial> {
  const { hmacSecrets, apiSecrets = [] } = request
  for (const { key, causes } of secretVariants({ hmacSecrets, apiSecrets })) {
    yield trial(request, causes, { key })
  }
}

const bodies = function* (request: SignedRequest): Generator<Trial> {
  for (const { bytes, causes } of bodyVariants(request.body)) {
    yield trial(request, causes, { body: bytes })
  }
}

const algorithms = function* (request: SignedRequest): Generator<Trial> {
  for (const { digest, causes } of ALGORITHMS) yield trial(request, causes, { digest })
}

const timestamps = function* (request: SignedRequest): Generator<Trial> {
  for (const { text, causes } of timestampsOf(request.timestamp)) {
    yield trial(request, causes, { timestamp: text })
  }
}

/** Yields from each in turn, until all have ended. */
const inTurns = function* (kinds: readonly Generator<Trial>[]): Generator<Trial> {
  let open = [...kinds]
  while (open.length > 0) {
    const left: Generator<Trial>[] = []
    for (const kind of open) {
      const next = kind.next()
      if (next.done) continue
      yield next.value
      left.push(kind)
    }
    open = left
  }
}
