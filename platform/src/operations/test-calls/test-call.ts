import type { TestCall } from '@wasl/protocol'
import type { OutboundResult } from '../../base/outbound/outbound-types.ts'
import { judge } from '../../delivery/webhooks/acknowledgement.ts'

/**
 * A test call asks whether a partner's addresses answer as they should. A test webhook is a
 * `payment.fail` of a payment and a reference that do not exist: a partner that handles it changes
 * nothing, because it was never announced as paid.
 */
export type TestSubject = { testId: string; at: Date }

/** @example testReference('01989d2e-5c00-7a10-8f3b-9c00000003e9') // 'WASL-TEST-01989d2e5c007a10' */
export const testReference = (testId: string): string =>
  `WASL-TEST-${testId.replaceAll('-', '').slice(0, 16)}`

/** The body of a test webhook: a valid event that says in its data that it is a test. */
export const testBody = ({ testId, at }: TestSubject): string =>
  JSON.stringify({
    event: 'payment.fail',
    data: {
      reference: testReference(testId),
      paymentId: testId,
      channel: 'AGENCY',
      amount: 1,
      currency: 'DZD',
      failedAt: at.toISOString(),
      reason: 'cancelled',
      test: true,
    },
  })

export type Judgement = Pick<TestCall, 'outcome' | 'status' | 'isExpected' | 'problem'>

export type Secrets = TestCall['secrets']

/** Whether the answer to a test webhook is as it should be. */
export const judgeWebhook = (
  result: OutboundResult,
  secrets: Secrets,
  apiSecret: string,
): Judgement => {
  const { outcome, error } = judge(result, apiSecret)
  const status = result.ok ? result.status : null
  if (secrets === 'made-up' && result.ok) return judgeRefusal(outcome, result.status)
  return {
    outcome,
    status,
    isExpected: outcome === 'acknowledged',
    problem: shownProblem(result, error),
  }
}

/** Statuses of a lookup that are answers of their own (section 7.1). */
const LOOKUP_STATUSES: ReadonlySet<number> = new Set([200, 404, 409])

/**
 * Whether the answer to a lookup is as it should be.
 *
 * @param problem what is wrong with the body, null when it can be read.
 */
export const judgeLookup = (
  result: OutboundResult,
  secrets: Secrets,
  problem: string | null,
): Judgement => {
  if (!result.ok) {
    const { outcome } = judge(result, '')
    return {
      outcome,
      status: null,
      isExpected: false,
      problem: shownProblem(result, result.message),
    }
  }
  const { status } = result
  const outcome = status === 200 ? 'acknowledged' : 'http_status'
  if (secrets === 'made-up') return judgeRefusal(outcome, status)
  const isExpected = LOOKUP_STATUSES.has(status) && problem === null
  return { outcome, status, isExpected, problem }
}

const REFUSED = 401

/** A right endpoint refuses secrets that it was never given (section 5, rule 1). */
const judgeRefusal = (outcome: TestCall['outcome'], status: number): Judgement => ({
  outcome,
  status,
  isExpected: status === REFUSED,
  problem:
    status === REFUSED
      ? null
      : `expected HTTP 401, because the secrets were made up, the partner answered HTTP ${status}`,
})

/** The resolved address, and why it is refused, would tell about other networks. */
const shownProblem = (result: OutboundResult, problem: string | null): string | null =>
  !result.ok && result.reason === 'refused_address'
    ? 'the platform may not call this address: expected a host on the public internet'
    : problem
