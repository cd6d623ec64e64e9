import { hmacKey, unixSeconds, type LiveCheckId } from '@wasl/protocol'
import { randomBytes, wallClock } from '../../base/chance.ts'
import { lookupRequest } from '../../delivery/lookups/lookup-request.ts'
import { readAnswer } from '../../delivery/lookups/read-lookup.ts'
import type {
  OutboundAnswer,
  OutboundRequest,
  OutboundResult,
} from '../../base/outbound/outbound-types.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { testBody, testReference, type TestSubject } from '../test-calls/test-call.ts'
import { judge } from '../../delivery/webhooks/acknowledgement.ts'
import { signedRequest } from '../../delivery/webhooks/signed-request.ts'

/** What a run is about: the partner, the test, and a reference that the partner named. */
export type Run = { target: PartnerTarget; subject: TestSubject; reference: string | null }

/** Null when the answer is as it should be; else what is wrong, as one sentence. */
export type Verdict = string | null

export type LiveCheck = {
  calls: 'lookup' | 'webhook'
  needsReference?: true
  /** The calls, made at the same moment. */
  requests: (run: Run) => OutboundRequest[]
  /** @param earlier the last answer of the check before. */
  judge: (result: OutboundResult, run: Run, earlier: OutboundAnswer | null) => Verdict
}

const SECRET_BYTES = 32

const madeUp = (): string => `made-up-${randomBytes(SECRET_BYTES).toString('base64url')}`

const lookup = ({ target }: Run, reference: string): OutboundRequest =>
  lookupRequest(target, reference)

const bodyOf = ({ subject }: Run): Buffer => Buffer.from(testBody(subject))

const webhook = (run: Run, target = run.target): OutboundRequest =>
  signedRequest(target, run.subject.testId, bodyOf(run)).request

const without = (request: OutboundRequest, header: string): OutboundRequest => {
  const { [header]: _, ...headers } = request.headers
  return { ...request, headers }
}

const unknown = ({ subject }: Run): string => testReference(subject.testId)

const expectStatus =
  (...expected: readonly number[]) =>
  (result: OutboundResult): Verdict => {
    if (!result.ok) return result.message
    if (expected.includes(result.status)) return null
    return `expected HTTP ${expected.join(' or ')}, received HTTP ${result.status}`
  }

/** The interface names no status for a wrong signature or timestamp. */
const expectRefused = (result: OutboundResult): Verdict => {
  if (!result.ok) return result.message
  if (result.status >= 400 && result.status < 500) return null
  return `expected a refusal such as HTTP 401, received HTTP ${result.status}`
}

const expectAcknowledged = (result: OutboundResult, { target }: Run): Verdict =>
  judge(result, target.apiSecret).error

const expectUnknown =
  (referenceOf: (run: Run) => string) =>
  (result: OutboundResult, run: Run): Verdict => {
    const wrong = expectStatus(404)(result)
    if (wrong !== null || !result.ok) return wrong
    const { apiSecret } = run.target
    const read = readAnswer(result.status, result.body, { reference: referenceOf(run), apiSecret })
    return read.ok || read.code === 'REFERENCE404_NOT_FOUND' ? null : read.explanation
  }

const expectKnown = (result: OutboundResult, { target, reference }: Run): Verdict => {
  const wrong = expectStatus(200, 409)(result)
  if (wrong !== null || !result.ok) return wrong
  const { apiSecret } = target
  const asked = { reference: reference ?? '', apiSecret }
  const read = readAnswer(result.status, result.body, asked)
  if (read.ok) return read.warning ?? null
  return read.code === 'REFERENCE409_ALREADY_PAID' ? null : read.explanation
}

const oddReference = (run: Run): string => `${unknown(run)} فاتورة/é 100%`

const HOUR_SECONDS = 3_600

const signedAnHourAgo = (run: Run): OutboundRequest => {
  const timestamp = String(unixSeconds(wallClock()) - HOUR_SECONDS)
  return signedRequest(run.target, run.subject.testId, bodyOf(run), timestamp).request
}

/**
 * Every request is a lookup, or a `payment.fail` of a payment and a reference that do not exist (W147): a
 * partner that takes any of them for real changes nothing.
 */
export const CHECKS: Readonly<Record<LiveCheckId, LiveCheck>> = {
  'lookup-unknown': {
    calls: 'lookup',
    requests: (run) => [lookup(run, unknown(run))],
    judge: expectUnknown(unknown),
  },
  'lookup-odd-reference': {
    calls: 'lookup',
    requests: (run) => [lookup(run, oddReference(run))],
    judge: expectUnknown(oddReference),
  },
  'lookup-no-secret': {
    calls: 'lookup',
    requests: (run) => [without(lookup(run, run.reference ?? unknown(run)), 'authorization')],
    judge: expectStatus(401),
  },
  'lookup-wrong-secret': {
    calls: 'lookup',
    requests: (run) => [
      lookupRequest({ ...run.target, apiSecret: madeUp() }, run.reference ?? unknown(run)),
    ],
    judge: expectStatus(401),
  },
  'lookup-known': {
    calls: 'lookup',
    needsReference: true,
    requests: (run) => [lookup(run, run.reference ?? unknown(run))],
    judge: expectKnown,
  },
  'lookup-repeated': {
    calls: 'lookup',
    needsReference: true,
    requests: (run) => [lookup(run, run.reference ?? unknown(run))],
    judge: (result, run, earlier) => expectKnown(result, run) ?? differenceOf(result, run, earlier),
  },
  'webhook-signed': {
    calls: 'webhook',
    requests: (run) => [webhook(run)],
    judge: expectAcknowledged,
  },
  'webhook-repeated': {
    calls: 'webhook',
    requests: (run) => [webhook(run)],
    judge: expectAcknowledged,
  },
  'webhook-at-once': {
    calls: 'webhook',
    requests: (run) => [webhook(run), webhook(run)],
    judge: (result, run) =>
      result.ok && result.status === 503 ? null : expectAcknowledged(result, run),
  },
  'webhook-no-secret': {
    calls: 'webhook',
    requests: (run) => [without(webhook(run), 'authorization')],
    judge: expectStatus(401),
  },
  'webhook-wrong-secret': {
    calls: 'webhook',
    requests: (run) => [webhook(run, { ...run.target, apiSecret: madeUp() })],
    judge: expectStatus(401),
  },
  'webhook-no-signature': {
    calls: 'webhook',
    requests: (run) => [without(without(webhook(run), 'x-signature'), 'webhook-signature')],
    judge: expectRefused,
  },
  'webhook-forged': {
    calls: 'webhook',
    requests: (run) => [webhook(run, { ...run.target, hmacKey: hmacKey(madeUp()) })],
    judge: expectRefused,
  },
  'webhook-changed': {
    calls: 'webhook',
    requests: (run) => {
      const request = webhook(run)
      const body = testBody(run.subject).replace('"amount":1', '"amount":2')
      return [{ ...request, body: Buffer.from(body) }]
    },
    judge: expectRefused,
  },
  'webhook-old': {
    calls: 'webhook',
    requests: (run) => [signedAnHourAgo(run)],
    judge: expectRefused,
  },
}

const amountIn = (answer: OutboundAnswer, { target, reference }: Run): number | null => {
  const { apiSecret } = target
  const asked = { reference: reference ?? '', apiSecret }
  const read = readAnswer(answer.status, answer.body, asked)
  return read.ok ? read.details.totalCentimes : null
}

const differenceOf = (
  result: OutboundResult,
  run: Run,
  earlier: OutboundAnswer | null,
): Verdict => {
  if (!result.ok || earlier === null) return null
  const isSame =
    result.status === earlier.status && amountIn(result, run) === amountIn(earlier, run)
  return isSame ? null : 'expected the answer of the lookup before, received another one'
}
