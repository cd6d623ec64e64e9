import { createOperatorKeyRequest, listQuery, type OperatorKeyRecord } from '@wasl/protocol'
import type { FastifyInstance } from 'fastify'
import { operatorKeyNumber, operatorKeyWireId } from '../../wire-ids.ts'
import {
  createOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
  type OperatorKeyRow,
} from '../../operators/keys.ts'
import { ApiError } from '../server/api-error.ts'
import { validate } from '../server/validate.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { RouteDeps } from './operator-deps.ts'
import { actorOf, operatorOf } from './operator.ts'

/** Operators' own keys: one for each who works here, withdrawn when it is lost or they leave (W27). */
export const operatorKeyRoutes = (app: FastifyInstance, { db }: RouteDeps): void => {
  const { pool, operatorLists } = db

  app.post('/operator/v1/operator-keys', async (request, reply) => {
    const { name } = validate(createOperatorKeyRequest, request.body)
    const created = await createOperatorKey(pool, name, actorOf(request))
    if (created === null) throw nameTaken()
    return reply.code(201).send({ ...operatorKeyBody(created), apiKey: created.apiKey })
  })

  app.get('/operator/v1/operator-keys', async (request) => {
    const { limit, cursor } = validate(listQuery, request.query)
    const afterId = readCursor(cursor, readNumber) ?? 0
    const rows = await listOperatorKeys(operatorLists, { limit: limit + 1, afterId })
    return pageOf(rows, limit, { idOf: (row) => row.operator_key_id, toItem: operatorKeyBody })
  })

  app.post('/operator/v1/operator-keys/:operatorKeyId/withdraw', async (request) => {
    const { operatorKeyId } = request.params as { operatorKeyId: string }
    const number = operatorKeyNumber(operatorKeyId)
    if (number === null) throw new ApiError('OPERATOR_KEY404_NOT_FOUND')
    const operator = operatorOf(request)
    const withdrawal = await revokeOperatorKey(pool, number, operator, actorOf(request))
    if (!withdrawal.ok) throw new ApiError(withdrawal.code)
    return operatorKeyBody(withdrawal.key)
  })
}

const nameTaken = (): ApiError =>
  new ApiError('VALIDATION400', {
    details: [
      {
        path: 'name',
        message:
          'expected a name that no key in use has, and not one that the audit log has for others ' +
          '(environment, first, command line, partner ids)',
      },
    ],
  })

const operatorKeyBody = (key: OperatorKeyRow): OperatorKeyRecord => ({
  operatorKeyId: operatorKeyWireId(key.operator_key_id),
  name: key.name,
  createdAt: key.created_at.toISOString(),
  withdrawnAt: key.withdrawn_at?.toISOString() ?? null,
})
