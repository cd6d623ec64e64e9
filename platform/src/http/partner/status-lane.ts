import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { StatusRequest } from '../../payments/status/read-status.ts'
import type { KeyUses } from '../../parties/keys/key-use.ts'
import {
  answerStatus,
  type StatusAnswer,
  type StatusDeps,
} from '../../payments/status/answer-status.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { NO_STORE } from '../server/api-error-body.ts'
import { hostProblem } from '../server/host-header.ts'
import { versionProblem } from '../server/http-version.ts'
import {
  rateLimit,
  RATE_LIMIT_POLICY,
  STATUS_ROUTE,
  statusRequest,
  type AskedBefore,
} from './status.ts'
import type { RecordRequest } from '../server/record-requests.ts'
import { newRequestId } from '../server/request-id.ts'

export type StatusLaneDeps = {
  status: StatusDeps
  /** Headers of every answer. */
  headers: Record<string, string>
  askedBefore: AskedBefore
  /** Keys that were valid when they were last used. */
  knownKeys: AddressLimit['knownKeys']
  keyUses: KeyUses
  record: RecordRequest
  isStopping: () => boolean
}

/**
 * A fast path for the one request that partners send by the thousand: a plain GET of a status. The
 * framework's routing, hooks and replies would take a fifth of such a call. Only the plainest call
 * takes it, and only a status is answered on it. Anything else goes to the route, together with
 * what was already read, so that refusals are made in one place.
 */
export const createStatusLane =
  ({ status, headers, askedBefore, knownKeys, keyUses, record, isStopping }: StatusLaneDeps) =>
  (route: RequestListener): RequestListener => {
    const added = Object.entries(headers).flat()
    return (request, response) => {
      const asked = isStopping() ? null : plainStatusRequest(request, knownKeys)
      if (asked === null) return route(request, response)
      const startedMs = performance.now()
      const answer = answerStatus(status, asked)
      const leave = (): void => {
        askedBefore.set(request, { answer, startedMs })
        route(request, response)
      }
      answer.then((found) => {
        // What a key with a part of the permissions may do is decided in one place, on the route.
        const isPlain = found.verdict === 'answered' && found.keyPermissions === null
        if (!isPlain || response.headersSent) return leave()
        keyUses.note(asked.partnerId, asked.keyHash)
        const requestId = newRequestId()
        reply(response, found, requestId, added)
        const durationMs = performance.now() - startedMs
        record({ method: 'GET', route: STATUS_ROUTE, status: 200, durationMs, requestId })
      }, leave)
    }
  }

/** References that need no decoding and cannot be taken for `.` or `..`. */
const PLAIN_PATH = /^\/partner\/payments\/v1\/([\w~-][\w.~-]{0,127})\/status$/

/**
 * Null unless the request is completely plain: one Host, no query, no body, a key in our format.
 */
const plainStatusRequest = (
  request: IncomingMessage,
  knownKeys: StatusLaneDeps['knownKeys'],
): StatusRequest | null => {
  if (request.method !== 'GET') return null
  const reference = PLAIN_PATH.exec(request.url as string)?.[1]
  if (reference === undefined) return null
  const { headers } = request
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers
  if (hasBody || versionProblem(request) !== null || hostProblem(request) !== null) return null
  const asked = statusRequest(headers['x-api-key'], reference)
  // For a key that was never valid here, the route limits how many are looked up at once.
  return asked !== null && knownKeys.has(asked.keyHash) ? asked : null
}

const reply = (
  response: ServerResponse,
  { quota, status }: Extract<StatusAnswer, { verdict: 'answered' }>,
  requestId: string,
  added: string[],
): void => {
  const body = JSON.stringify(status)
  // node:http writes a flat list as it is, without making an object of it.
  response.writeHead(200, [
    'x-request-id',
    requestId,
    'ratelimit-policy',
    RATE_LIMIT_POLICY,
    'ratelimit',
    rateLimit(quota),
    'cache-control',
    NO_STORE['cache-control'],
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    ...added,
  ])
  response.end(body)
}
