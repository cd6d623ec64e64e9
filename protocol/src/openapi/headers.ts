/** The response headers of the document by name. */
import type { JsonObject } from '../operation.ts'

export const HEADERS = {
  Allow: {
    description: 'The allowed methods of the path, on status 405.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The remaining quota, and the seconds until it grows (IETF draft, D5). With status 401, the quota of requests with a wrong key from one address.',
    schema: { type: 'string' },
    example: '"partner";r=59;t=60',
  },
  RateLimitPolicy: {
    description: 'The quota: 60 requests in 60 seconds (IETF draft, D5).',
    schema: { type: 'string' },
    example: '"partner";q=60;w=60',
  },
  RetryAfter: {
    description: 'The number of seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
  XRequestId: {
    description: 'The id of this request, as in requestId of an error (D4).',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonObject>

type HeaderName = keyof typeof HEADERS

const ref = (name: HeaderName): JsonObject => ({ $ref: `#/components/headers/${name}` })

export const requestIdHeader = { 'X-Request-Id': ref('XRequestId') }
export const allowHeader = { Allow: ref('Allow') }
export const retryAfterHeader = { 'Retry-After': ref('RetryAfter') }
export const rateLimitHeaders = {
  RateLimit: ref('RateLimit'),
  'RateLimit-Policy': ref('RateLimitPolicy'),
}
