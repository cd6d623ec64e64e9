/** The secrets that the platform and the partner share (section 5, D13), checked and made ready. */
import type { KeyObject } from 'node:crypto'
import { hmacKey } from '@wasl/protocol'

/** One secret, or several while a rotation overlaps: requests made with any of them are accepted. */
export type Secrets = string | readonly string[]

export type PreparedSecrets = {
  /** Each API secret as a `secretBlock`. */
  apiSecretBlocks: readonly Buffer[]
  hmacKeys: readonly KeyObject[]
}

export type SecretsResult = { ok: true; secrets: PreparedSecrets } | { ok: false; problem: string }

/** Shorter ones can be guessed; the platform's own have 52 bytes and more. */
const SECRET_BYTES_MIN = 16
export const SECRET_BYTES_MAX = 512

/** A rotation needs two. Every one more is one more key that opens the door. */
const SECRETS_MAX = 5

// What one HTTP header can carry, without spaces: so a header that was sent twice, and reaches us
// joined by a comma and a space, can never fit.
const HEADER_SAFE = /^[\x21-\x7e]+$/

// The HMAC secret never travels, so any text will do; these come along when it is copied carelessly.
const COPIED_ALONG = /\p{Cc}|^\p{White_Space}|\p{White_Space}$/u

/** Checks both kinds of secret; a problem is a sentence that never shows a secret. */
export const prepareSecrets = (apiSecret: unknown, hmacSecret: unknown): SecretsResult => {
  const apiSecrets = secretList('apiSecret', apiSecret)
  if (!apiSecrets.ok) return apiSecrets
  const hmacSecrets = secretList('hmacSecret', hmacSecret)
  if (!hmacSecrets.ok) return hmacSecrets
  // The API secret travels in every request. Were it the HMAC secret too, whoever sees one request
  // could sign events.
  if (apiSecrets.list.some((secret) => hmacSecrets.list.includes(secret))) {
    return { ok: false, problem: 'apiSecret and hmacSecret must differ, but they share a value' }
  }
  return {
    ok: true,
    secrets: {
      apiSecretBlocks: apiSecrets.list.map((secret) => secretBlock(secret)),
      hmacKeys: hmacSecrets.list.map(hmacKey),
    },
  }
}

/** Two secrets have the same length of block unless one is longer than most. */
const BLOCK_BYTES = 64

/**
 * An API secret filled up with zeros, which no secret has, to whole blocks: equal lengths are what
 * a constant-time comparison needs. The secret is visible ASCII.
 */
export const secretBlock = (secret: string): Buffer => {
  const block = Buffer.alloc(Math.ceil(secret.length / BLOCK_BYTES) * BLOCK_BYTES)
  block.write(secret, 'latin1')
  return block
}

type SecretList = { ok: true; list: string[] } | { ok: false; problem: string }

const secretList = (name: 'apiSecret' | 'hmacSecret', given: unknown): SecretList => {
  const list: unknown[] = Array.isArray(given) ? given : [given]
  if (list.length === 0 || list.length > SECRETS_MAX) {
    const problem = `expected a secret or a list of 1 to ${SECRETS_MAX}, received ${list.length}`
    return { ok: false, problem: `${name}: ${problem}` }
  }
  const checked: string[] = []
  for (const secret of list) {
    if (typeof secret !== 'string') return { ok: false, problem: `${name}: ${noText(secret)}` }
    const problem = textProblem(secret) ?? (name === 'apiSecret' ? headerProblem(secret) : null)
    if (problem !== null) return { ok: false, problem: `${name}: ${problem}` }
    checked.push(secret)
  }
  return { ok: true, list: checked }
}

const noText = (secret: unknown): string => {
  const came = secret === undefined ? 'nothing (is the environment variable set?)' : typeof secret
  return `expected the secret that the platform's operator gave you, received ${came}`
}

const textProblem = (secret: string): string | null => {
  const bytes = Buffer.byteLength(secret)
  if (bytes < SECRET_BYTES_MIN || bytes > SECRET_BYTES_MAX) {
    return `expected a secret of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes, received ${bytes}`
  }
  if (COPIED_ALONG.test(secret)) {
    return 'expected a secret without line ends, and without spaces around it'
  }
  return null
}

const headerProblem = (secret: string): string | null =>
  HEADER_SAFE.test(secret) ? null : 'expected visible ASCII characters without spaces'
