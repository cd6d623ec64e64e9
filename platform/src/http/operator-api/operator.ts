import type { FastifyRequest } from 'fastify'
import { authenticateOperator } from '../../partners/authenticate.ts'
import type { Actor } from '../../partners/audit.ts'
import { apiKeyOf } from '../api-key-header.ts'
import type { OperatorDeps } from './operator-deps.ts'

const actors = new WeakMap<FastifyRequest, Actor>()

/**
 * Lets in who shows an operator's key, before a byte of the body is read.
 *
 * @throws ApiError OPERATOR401_UNAUTHORIZED
 */
export const admitOperator = async (
  { db, addressLimit }: Pick<OperatorDeps, 'db' | 'addressLimit'>,
  request: FastifyRequest,
): Promise<void> => {
  const operator = await authenticateOperator(db, apiKeyOf(request))
  if (operator === null) throw await addressLimit.refuse(request, 'OPERATOR401_UNAUTHORIZED')
  actors.set(request, { name: operator.name, requestId: request.id })
}

/** Who makes this request, for the audit log. */
export const actorOf = (request: FastifyRequest): Actor => {
  const actor = actors.get(request)
  if (actor === undefined) throw new Error('the request was let in without an operator key')
  return actor
}
