import { hash } from 'node:crypto'
import { idempotencyKeySchema } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'
import { ApiError } from '../../base/api-error.ts'

/**
 * The Idempotency-Key with a hash of the request, so that the key is refused on any other request
 * (D21). Null without the header, unless it is required.
 *
 * @throws ApiError VALIDATION400
 */
export const idempotencyKeyOf = (
  request: FastifyRequest,
  isRequired: boolean,
): IdempotencyKey | null => {
  const header = request.headers['idempotency-key']
  if (header === undefined && !isRequired) return null
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success) {
    const message = 'expected one key of 1 to 255 visible ASCII characters'
    throw new ApiError('VALIDATION400', { details: [{ path: 'Idempotency-Key', message }] })
  }
  const content = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  return { key: key.data, fingerprint: hash('sha256', content, 'buffer') }
}
