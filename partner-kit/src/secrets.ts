/** Validates and prepares the secrets that the platform and the partner share (section 5, D13). */
import type { KeyObject } from 'node:crypto'
import { hmacKey } from '@wasl/protocol'

/** One secret, or several during a rotation. A request with any of them is accepted. */
export type Secrets = string | readonly string[]

export type PreparedSecrets = {
  /** Each API secret as a `secretBlock`. */
  apiSecretBlocks: readonly Buffer[]
  hmacKeys: readonly KeyObject[]
}

export type SecretsResult = { ok: true; secrets: PreparedSecrets } | { ok: false; problem: string }

/** Shorter secrets can be guessed. The platform's have at least 52 bytes. */
const SECRET_BYTES_MIN = 16
export const SECRET_BYTES_MAX = 512

/** A rotation needs two. Each additional secret weakens the check. */
const SECRETS_MAX = 5

// Visible ASCII without spaces. A repeated header is joined by a comma and a space, so it never matches.
const HEADER_SAFE = /^[\x21-\x7e]+$/

// Characters that come from careless copying. Otherwise any text can be an HMAC secret.
const COPY_ERRORS = /\p{Cc}|^\p{White_Space}|\p{White_Space}$/u

/** Validates both kinds of secrets. A problem never contains a secret. */
export const prepareSecrets = (apiSecret: unknown, hmacSecret: unknown): SecretsResult => {
  const apiSecrets = secretList('apiSecret', apiSecret)
  if (!apiSecrets.ok) return apiSecrets
  const hmacSecrets = secretList('hmacSecret', hmacSecret)
  if (!hmacSecrets.ok) return hmacSecrets
  // Every request contains the API secret. With a shared value, its reader could sign events.
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

/** Most secrets fit one block. */
const BLOCK_BYTES = 64

/**
 * Pads an API secret with zero bytes to whole blocks: a constant-time comparison needs equal lengths.
 * A secret is visible ASCII, so it has no zero bytes.
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
    if (typeof secret !== 'string')
      return { ok: false, problem: `${name}: ${notTextProblem(secret)}` }
    const problem = textProblem(secret) ?? (name === 'apiSecret' ? headerProblem(secret) : null)
    if (problem !== null) return { ok: false, problem: `${name}: ${problem}` }
    checked.push(secret)
  }
  return { ok: true, list: checked }
}

const notTextProblem = (secret: unknown): string => {
  const received =
    secret === undefined ? 'nothing (is the environment variable set?)' : typeof secret
  return `expected the secret that the platform's operator gave you, received ${received}`
}

const textProblem = (secret: string): string | null => {
  const bytes = Buffer.byteLength(secret)
  if (bytes < SECRET_BYTES_MIN || bytes > SECRET_BYTES_MAX) {
    return `expected a secret of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes, received ${bytes}`
  }
  if (COPY_ERRORS.test(secret)) {
    return 'expected a secret without line ends and without leading or trailing spaces'
  }
  return null
}

const headerProblem = (secret: string): string | null =>
  HEADER_SAFE.test(secret) ? null : 'expected visible ASCII characters without spaces'
