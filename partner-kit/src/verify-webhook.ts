import { isUint8Array } from 'node:util/types'
import { TOLERANCE_SECONDS, unixSeconds, verifySignature } from '@wasl/protocol'
import type { WebhookEnvelope, WebhookEvent } from '@wasl/protocol'
import { checkAuthorization } from './authorization.ts'
import { headerReader } from './header-reader.ts'
import type { HeadersInput } from './header-reader.ts'
import type { HeaderReader } from './incoming.ts'
import { parseEvent } from './parse-event.ts'
import { refusalMessage } from './refusal.ts'
import type { WebhookRefusal } from './refusal.ts'
import { prepareSecrets } from './secrets.ts'
import type { PreparedSecrets, Secrets, SecretsResult } from './secrets.ts'

export type WebhookToVerify = {
  /** The raw bytes. A parsed and re-encoded body does not verify. */
  body: Uint8Array
  headers: HeadersInput
  apiSecret: Secrets
  hmacSecret: Secrets
  /** The tolerated clock difference, ahead or behind. Default: 300 (D13). */
  toleranceSeconds?: number
  /** The current time in Unix seconds. Default: the system clock. */
  nowSeconds?: number
}

export type VerifiedWebhook =
  | { ok: true; known: true; event: WebhookEvent }
  /** Correctly signed, of a kind that this release does not know: acknowledge it. */
  | { ok: true; known: false; event: WebhookEnvelope }
  | { ok: false; reason: WebhookRefusal; /** For a log or an answer. */ message: string }

/**
 * Verifies a webhook (section 5): the API secret, the timestamp, the signature over the raw bytes, and
 * then the JSON. Never throws; every refusal has a `reason`. It does not remove duplicates;
 * `createPartner` does.
 *
 * @example
 * const webhook = verifyWebhook({ body, headers: request.headers, apiSecret, hmacSecret })
 * if (!webhook.ok) return refuse(401, webhook.message)
 */
export const verifyWebhook = (input: WebhookToVerify): VerifiedWebhook => {
  const toleranceSeconds = input.toleranceSeconds ?? TOLERANCE_SECONDS
  const prepared = preparedSecrets(input.apiSecret, input.hmacSecret)
  if (!prepared.ok) {
    const message = refusalMessage('unusable_secrets', toleranceSeconds)
    return { ok: false, reason: 'unusable_secrets', message: `${message} ${prepared.problem}.` }
  }
  const headers = headerReader(input.headers)
  const { apiSecretBlocks } = prepared.secrets
  const authorization = checkAuthorization(headers.get('authorization'), apiSecretBlocks)
  if (!authorization.ok) return refused(authorization.reason, toleranceSeconds)
  return verifySigned({
    body: input.body,
    headers,
    secrets: prepared.secrets,
    toleranceSeconds,
    nowSeconds: input.nowSeconds ?? unixSeconds(new Date()),
  })
}

/** Caches the last keys: creating them takes longer than verifying with them. */
let latest: { apiSecret: unknown; hmacSecret: unknown; prepared: SecretsResult } | null = null

const preparedSecrets = (apiSecret: unknown, hmacSecret: unknown): SecretsResult => {
  if (latest !== null && latest.apiSecret === apiSecret && latest.hmacSecret === hmacSecret) {
    return latest.prepared
  }
  const prepared = prepareSecrets(apiSecret, hmacSecret)
  // Only for strings: a list can change and stay the same object.
  const areTexts = typeof apiSecret === 'string' && typeof hmacSecret === 'string'
  latest = areTexts ? { apiSecret, hmacSecret, prepared } : null
  return prepared
}

type SignedToVerify = {
  body: Uint8Array
  headers: HeaderReader
  secrets: PreparedSecrets
  toleranceSeconds: number
  nowSeconds: number
}

/** The part of `verifyWebhook` after the API secret, which needs the body. */
export const verifySigned = (input: SignedToVerify): VerifiedWebhook => {
  const { body, headers, secrets, nowSeconds, toleranceSeconds } = input
  if (!isUint8Array(body)) return refused('body_not_bytes', toleranceSeconds)
  const signature = verifySignature({
    body,
    timestamp: headers.get('x-timestamp'),
    signature: headers.get('x-signature'),
    secrets: secrets.hmacKeys,
    nowSeconds,
    toleranceSeconds,
  })
  if (!signature.ok) return refused(signature.reason, toleranceSeconds)
  const parsed = parseEvent(body)
  return parsed.ok ? parsed : refused(parsed.reason, toleranceSeconds, parsed.problem)
}

const refused = (
  reason: WebhookRefusal,
  toleranceSeconds: number,
  problem?: string,
): VerifiedWebhook => {
  const message = refusalMessage(reason, toleranceSeconds)
  return { ok: false, reason, message: problem === undefined ? message : `${message} ${problem}.` }
}
