import type { GuardedFailure, GuardedSend, ReadAnswer } from '../../base/outbound/partner-guard.ts'
import { lookupRequest, type AskedPartner } from './lookup-request.ts'
import { type Lookup, readAnswer, unusable } from './read-lookup.ts'

export type { PaymentLookup, Lookup, LookupCode } from './read-lookup.ts'

export type DetailsClientDeps = {
  /** The guarded `send` of `createPartnerGuard`. */
  send: GuardedSend
  /** The wall clock, for X-Timestamp. */
  now?: () => Date
  /** For the whole call; 5 s by D11. */
  timeoutMs?: number
}

export type DetailsRequest = AskedPartner & {
  /** A valid reference (D1). */
  reference: string
  /** The id of the channel's request, so that the partner's log and ours can be matched. */
  requestId?: string
}

/** An id from a caller is sent in a header only in this plain form. */
const PLAIN_ID = /^[\w.:-]{1,128}$/

/**
 * Asks a partner for the details of a payment: GET {API_URL}/{reference} (section 4.1, D11).
 *
 * Never throws for what a partner does: every answer, and every missing one, is a `Lookup`.
 *
 * @throws RangeError when the reference is not valid by D1: check it first.
 */
export const fetchPaymentDetails = async (
  deps: DetailsClientDeps,
  { reference, requestId, ...partner }: DetailsRequest,
): Promise<Lookup> => {
  const { apiSecret } = partner
  const request = lookupRequest(partner, reference, deps.now?.())
  const isNamed = requestId !== undefined && PLAIN_ID.test(requestId)
  const headers = { ...request.headers, ...(isNamed && { 'x-request-id': requestId }) }
  const call = { ...request, headers, timeoutMs: deps.timeoutMs ?? request.timeoutMs }
  const result = await deps.send(call, ({ status, body, durationMs }): ReadAnswer<Lookup> => {
    const read = readAnswer(status, body, { reference, apiSecret })
    if (!read.ok) return { value: read, isReadable: read.isMalformed !== true }
    const exchange = { durationMs: Math.round(durationMs), bytes: body.length }
    return { value: { ...read, exchange }, isReadable: true }
  })
  return result.ok ? result.value : withoutAnswer(result)
}

/**
 * The result when no complete answer came. A slow partner has a code of its own (D11). A call that
 * was not made, because the partner is overloaded or its circuit breaker is open, means
 * unavailable. If this machine lacks a resource, the partner is not blamed. Anything else is
 * unusable.
 */
const withoutAnswer = ({ reason, message }: GuardedFailure): Lookup => {
  switch (reason) {
    case 'timeout':
      return { ok: false, code: 'PARTNER504_TIMEOUT', explanation: message }
    case 'breaker_open':
    case 'too_many_calls':
      return { ok: false, code: 'PARTNER503_UNAVAILABLE', explanation: message }
    case 'no_resources':
      return { ok: false, code: 'SERVER503_UNAVAILABLE', explanation: message }
    // The resolved address, and why it is refused, would tell a channel about other networks.
    case 'dns':
      return unusable("the host of the partner's URL was not found", message)
    case 'refused_address':
    case 'bad_request':
      return unusable("the platform may not call the partner's URL", message)
    default:
      return unusable(`the partner gave no usable answer: ${message}`)
  }
}
