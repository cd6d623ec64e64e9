import { encodeReference, unixSeconds } from '@wasl/protocol'
import { wallClock } from '../../base/chance.ts'
import type { OutboundRequest } from '../../base/outbound/outbound-types.ts'

/** What a lookup needs of a partner: where it is asked, and with which secret. */
export type AskedPartner = { partnerId: number; apiUrl: string; apiSecret: string }

/** The time that a partner has to answer (D11). */
const TIMEOUT_MS = 5_000

const BODY_BYTES_MAX = 256 * 1024

/**
 * The request of a lookup: GET {API_URL}/{reference} (section 4.1, D11). A test makes the same one, so
 * that it is judged by the same limits.
 *
 * @param now the wall clock, for X-Timestamp.
 * @throws RangeError when the reference is not valid by D1: check it first.
 */
export const lookupRequest = (
  { partnerId, apiUrl, apiSecret }: AskedPartner,
  reference: string,
  now = wallClock(),
): OutboundRequest & { headers: Record<string, string>; pathSuffix: string } => ({
  method: 'GET',
  url: apiUrl,
  pathSuffix: `/${encodeReference(reference)}`,
  headers: {
    authorization: `Bearer ${apiSecret}`,
    'x-timestamp': String(unixSeconds(now)),
    accept: 'application/json',
  },
  timeoutMs: TIMEOUT_MS,
  maxBytes: BODY_BYTES_MAX,
  partner: partnerId,
  retryOnConnectionError: true,
})
