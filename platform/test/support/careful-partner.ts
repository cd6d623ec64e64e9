import { signatureOf, type PartnerServer, type RecordedRequest, type Reply } from './partner.ts'
import type { TestPartner } from './node.ts'

type Rule = 'authorization' | 'signature' | 'timestamp' | 'unknown'

const TOLERANCE_MS = 300_000

const UNAUTHORIZED: Reply = {
  status: 401,
  body: { error: 'UNAUTHORIZED', errorMessage: 'The request is not from the platform.' },
}

const NOT_FOUND: Reply = {
  status: 404,
  body: { error: 'NOT_FOUND', errorMessage: 'There is no such reference.' },
}

/**
 * Makes a test's server refuse as a right partner does (sections 4 and 5): only references with a price are
 * known. The rules in `broken` are left out.
 */
export const beCareful = (
  server: PartnerServer,
  { apiSecret, hmacSecret }: Pick<TestPartner, 'apiSecret' | 'hmacSecret'>,
  broken: readonly Rule[] = [],
): void => {
  const keeps = (rule: Rule): boolean => !broken.includes(rule)
  const isRefused = (request: RecordedRequest): boolean => {
    const { authorization, 'x-signature': signature, 'x-timestamp': timestamp } = request.headers
    if (keeps('authorization') && authorization !== `Bearer ${apiSecret}`) return true
    const age = Math.abs(Number(timestamp) * 1000 - request.atMs)
    if (keeps('timestamp') && age > TOLERANCE_MS) return true
    if (request.kind !== 'webhook' || !keeps('signature')) return false
    return signature !== signatureOf(request, hmacSecret)
  }
  server.onLookup((request) => {
    if (isRefused(request)) return UNAUTHORIZED
    const isKnown = server.prices.has(request.reference ?? '')
    return isKnown || !keeps('unknown') ? undefined : NOT_FOUND
  })
  server.onWebhook((request) => (isRefused(request) ? UNAUTHORIZED : undefined))
}
