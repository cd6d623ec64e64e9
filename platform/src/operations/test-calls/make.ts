import { hmacKey, type TestCall } from '@wasl/protocol'
import { lookupRequest } from '../../delivery/lookups/lookup-request.ts'
import { withoutSecret } from '../../delivery/lookups/partner-text.ts'
import { readAnswer } from '../../delivery/lookups/read-lookup.ts'
import type { OutboundResult, Send } from '../../base/outbound/outbound-types.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { signedRequest } from '../../delivery/webhooks/signed-request.ts'
import {
  judgeLookup,
  judgeWebhook,
  testBody,
  testReference,
  type Judgement,
  type Secrets,
  type TestSubject,
} from './test-call.ts'
import { randomBytes } from '../../base/chance.ts'

/** How much of an answer is shown. */
const SHOWN_BYTES_MAX = 1024

const SECRET_BYTES = 32

type Target = Pick<
  PartnerTarget,
  'partnerId' | 'apiUrl' | 'webhookUrl' | 'webhookHeaders' | 'apiSecret' | 'hmacKey'
>

/** Where a test goes, and with which secrets. */
export type TestTarget = Target & { secrets: Secrets }

/**
 * The target for addresses that may not be saved. A server at another scheme, host or port was
 * never given the secrets, so it must not receive them.
 */
export const targetOf = (
  saved: PartnerTarget,
  { apiUrl, webhookUrl }: { apiUrl: string; webhookUrl: string },
): { lookup: TestTarget; webhook: TestTarget } => {
  const known = new Set([saved.apiUrl, saved.webhookUrl].map((url) => new URL(url).origin))
  const at = (url: string): TestTarget => {
    const secrets: Secrets = known.has(new URL(url).origin) ? 'current' : 'made-up'
    return { ...saved, ...(secrets === 'made-up' && madeUpSecrets()), apiUrl, webhookUrl, secrets }
  }
  return { lookup: at(apiUrl), webhook: at(webhookUrl) }
}

const madeUpSecrets = (): Pick<Target, 'apiSecret' | 'hmacKey'> => ({
  apiSecret: `made-up-${randomBytes(SECRET_BYTES).toString('base64url')}`,
  hmacKey: hmacKey(randomBytes(SECRET_BYTES).toString('base64url')),
})

/** Sends the test webhook, signed as every webhook is (D13). */
export const sendTestWebhook = async (
  send: Send,
  target: TestTarget,
  subject: TestSubject,
): Promise<TestCall> => {
  const sentBody = testBody(subject)
  const { request } = signedRequest(target, subject.testId, Buffer.from(sentBody))
  const result = await send(request)
  const judgement = judgeWebhook(result, target.secrets, target.apiSecret)
  return {
    ...resultOf(target, result, subject, judgement),
    kind: 'webhook',
    url: target.webhookUrl,
    sentBody,
  }
}

/** Looks a reference up as the platform does for a channel (D11). */
export const makeTestLookup = async (
  send: Send,
  target: TestTarget,
  subject: TestSubject,
  reference = testReference(subject.testId),
): Promise<TestCall> => {
  const request = lookupRequest(target, reference)
  const result = await send(request)
  const judgement = judgeLookup(result, target.secrets, problemOf(result, target, reference))
  const url = `${target.apiUrl.replace(/\/$/, '')}${request.pathSuffix}`
  return { ...resultOf(target, result, subject, judgement), kind: 'lookup', url, sentBody: null }
}

const CODES_OF_ANSWERS: ReadonlySet<string> = new Set([
  'REFERENCE404_NOT_FOUND',
  'REFERENCE409_ALREADY_PAID',
])

const problemOf = (
  result: OutboundResult,
  { apiSecret }: TestTarget,
  reference: string,
): string | null => {
  if (!result.ok) return result.message
  const lookup = readAnswer(result.status, result.body, { reference, apiSecret })
  if (lookup.ok) return lookup.warning ?? null
  return CODES_OF_ANSWERS.has(lookup.code) ? null : lookup.explanation
}

const resultOf = (
  { apiSecret, secrets }: TestTarget,
  result: OutboundResult,
  { at }: TestSubject,
  judgement: Judgement,
): Omit<TestCall, 'kind' | 'url' | 'sentBody'> => ({
  at: at.toISOString(),
  secrets,
  durationMs: Math.round(result.durationMs),
  responseBody: result.ok ? shownText(result.body, apiSecret) : null,
  ...judgement,
})

/** The secret is removed before the text is cut, so that no part of it is shown. */
export const shownText = (body: Buffer, apiSecret: string): string =>
  Buffer.from(withoutSecret(body.toString('utf8'), apiSecret))
    .subarray(0, SHOWN_BYTES_MAX)
    .toString('utf8')
