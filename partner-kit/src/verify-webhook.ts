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
  /** The bytes as they arrived. A body that was parsed and written again does not verify. */
  body: Uint8Array
  headers: HeadersInput
  apiSecret: Secrets
  hmacSecret: Secrets
  /** The tolerated clock difference, either way; 300 unless given (D13). */
  toleranceSeconds?: number
  /** The present as Unix seconds; the system's clock unless given. */
  nowSeconds?: number
}

export type VerifiedWebhook =
  | { ok: true; known: true; event: WebhookEvent }
  /** Signed by the platform, of a kind that this release does not know: acknowledge and go on. */
  | { ok: true; known: false; event: WebhookEnvelope }
  | { ok: false; reason: WebhookRefusal; /** A sentence for a log or an answer. */ message: string }

/**
 * Verifies a webhook whole (section 5): the API secret, the timestamp, the signature over the raw
 * bytes, and only then the JSON. Never throws, whatever it is given: every cause has its own
 * `reason`. It does not de-duplicate; `createPartner` does.
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

/** Making keys takes longer than verifying with them, and mostly the secrets are the same again. */
let latest: { apiSecret: unknown; hmacSecret: unknown; prepared: SecretsResult } | null = null

const preparedSecrets = (apiSecret: unknown, hmacSecret: unknown): SecretsResult => {
  if (latest !== null && latest.apiSecret === apiSecret && latest.hmacSecret === hmacSecret) {
    return latest.prepared
  }
  const prepared = prepareSecrets(apiSecret, hmacSecret)
  // Of texts alone: a list may be changed by its owner, and stay the same list.
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
