import type { FastifyRequest } from 'fastify'
import { authenticateOperator, type CallingOperator } from '../../keys/authenticate.ts'
import type { Actor } from '../../audit/append.ts'
import { operatorKeyWireId } from '../../wire-ids.ts'
import { noteCaller } from '../server/subject.ts'
import type { OperatorDeps } from './operator-deps.ts'

const operators = new WeakMap<FastifyRequest, CallingOperator>()

/**
 * Lets in who shows an operator's key, before a byte of the body is read.
 *
 * @throws ApiError OPERATOR401_UNAUTHORIZED
 */
export const admitOperator = async (
  { db, addressLimit }: Pick<OperatorDeps, 'db' | 'addressLimit'>,
  request: FastifyRequest,
): Promise<void> => {
  const lookUp = (key: string) => authenticateOperator(db, key)
  const operator = await addressLimit.admit(request, 'OPERATOR401_UNAUTHORIZED', lookUp)
  operators.set(request, operator)
  noteCaller(request, operator)
}

/** Whose key this request shows. */
export const operatorOf = (request: FastifyRequest): CallingOperator => {
  const operator = operators.get(request)
  if (operator === undefined) throw new Error('the request was let in without an operator key')
  return operator
}

/** Who makes this request, for the audit log. */
export const actorOf = (request: FastifyRequest): Actor => {
  const { operatorKeyId, name } = operatorOf(request)
  return { id: operatorKeyWireId(operatorKeyId), name, requestId: request.id }
}
