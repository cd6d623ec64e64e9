/**
 * A canary: a lookup of each live partner each hour, before a payer meets what is wrong (D40, W247). It asks
 * for the reference of the partner's newest live check that the partner knew, else for one that does not
 * exist. It is no payer's lookup: the circuit breaker, the figures and the limits do not count it.
 */
import type { OutboundResult, Send } from '../../base/outbound/outbound-types.ts'
import { lookupRequest } from '../../delivery/lookups/lookup-request.ts'
import { readAnswer } from '../../delivery/lookups/read-lookup.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { testReference } from '../test-calls/test-call.ts'

export type CanaryResult = { problem: string | null; durationMs: number }

/**
 * Makes one canary's lookup and judges the answer.
 *
 * @param reference one that the partner knew; null to ask for one that does not exist.
 */
export const makeCanary = async (
  send: Send,
  target: PartnerTarget,
  { canaryId, reference }: { canaryId: string; reference: string | null },
): Promise<CanaryResult> => {
  const asked = reference ?? testReference(canaryId)
  const result = await send(lookupRequest(target, asked))
  const problem = problemOf(result, { asked, isKnown: reference !== null }, target.apiSecret)
  return { problem, durationMs: Math.round(result.durationMs) }
}

const problemOf = (
  result: OutboundResult,
  { asked, isKnown }: { asked: string; isKnown: boolean },
  apiSecret: string,
): string | null => {
  if (!result.ok) {
    // The resolved address, and why it is refused, would tell about other networks.
    return result.reason === 'refused_address'
      ? 'the platform may not call this address: expected a host on the public internet'
      : result.message
  }
  const read = readAnswer(result.status, result.body, { reference: asked, apiSecret })
  if (read.ok || read.code === 'REFERENCE409_ALREADY_PAID') {
    return isKnown ? null : `expected HTTP 404 for ${asked}, which does not exist`
  }
  if (read.code !== 'REFERENCE404_NOT_FOUND') return read.explanation
  return isKnown ? `the partner no longer knows its test reference ${asked}` : null
}
