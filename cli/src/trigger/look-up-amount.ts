/** The amount of a reference, from a lookup on the partner's server (section 4.1). */
import { encodeReference, unixSeconds } from '@wasl/protocol'
import type { Send } from '@wasl/platform'

export type AmountLookup = { apiUrl: string; reference: string; apiSecret: string }

export type AmountResult =
  | { amount: number }
  /** `problem` completes the sentence "your server …". */
  | { amount: null; problem: string }

const TIMEOUT_MS = 5_000
const BODY_BYTES_MAX = 256 * 1024

export const lookUpAmount = async (
  send: Send,
  { apiUrl, reference, apiSecret }: AmountLookup,
): Promise<AmountResult> => {
  const result = await send({
    method: 'GET',
    url: apiUrl,
    pathSuffix: `/${encodeReference(reference)}`,
    headers: {
      authorization: `Bearer ${apiSecret}`,
      'x-timestamp': String(unixSeconds(new Date())),
      accept: 'application/json',
    },
    timeoutMs: TIMEOUT_MS,
    maxBytes: BODY_BYTES_MAX,
    partner: 1,
  })
  if (!result.ok) return { amount: null, problem: `did not answer the lookup: ${result.message}` }
  if (result.status !== 200) {
    return { amount: null, problem: `answered the lookup with ${result.status}` }
  }
  const amount = totalAmountOf(result.body.toString('utf8'))
  return amount === null
    ? { amount, problem: 'answered the lookup without a total_amount that is a number' }
    : { amount }
}

const totalAmountOf = (text: string): number | null => {
  try {
    const { total_amount: amount } = JSON.parse(text) as { total_amount?: unknown }
    return typeof amount === 'number' ? amount : null
  } catch {
    return null
  }
}
