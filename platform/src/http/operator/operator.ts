/** The caller of the operator API. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../audit/append.ts'
import type { Database } from '../../database/database.ts'
import { authenticateOperator, type CallingOperator } from '../../keys/authenticate.ts'
import { operatorKeyWireId } from '../../wire-ids.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import type { RouteOptions } from '../server/routes.ts'
import { noteCaller } from '../server/subject.ts'

export type OperatorCaller = {
  operator: CallingOperator
  /** The same, for the audit log. */
  actor: Actor
}

/** Adds routes that only operators may call; others are refused with OPERATOR401_UNAUTHORIZED. */
export const forOperators = (
  app: FastifyInstance,
  { db, addressLimit }: { db: Database; addressLimit: AddressLimit },
  add: (scope: FastifyInstance, options: RouteOptions<OperatorCaller>) => void,
): void => {
  const admit = async (request: FastifyRequest): Promise<OperatorCaller> => {
    const lookUp = (key: string) => authenticateOperator(db, key)
    const operator = await addressLimit.admit(request, 'OPERATOR401_UNAUTHORIZED', lookUp)
    noteCaller(request, operator)
    const { operatorKeyId, name } = operator
    return {
      operator,
      actor: { id: operatorKeyWireId(operatorKeyId), name, requestId: request.id },
    }
  }
  addAdmitted(app, admit, (scope, callerOf) => add(scope, { admitted: 'operator', callerOf }))
}
