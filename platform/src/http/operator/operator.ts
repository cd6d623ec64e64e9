/** The caller of the operator API. */
import { OWNERS, permissionsOf } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OperatorActor } from '../../base/audit/append.ts'
import type { Database } from '../../base/database/database.ts'
import { authenticateOperator, type CallingOperator } from '../../parties/keys/authenticate.ts'
import { actorOf, permissionsOfPerson, type Person } from '../../parties/people/session.ts'
import type { OperatorNumber } from '../../parties/operators/operator-number.ts'
import { behindKey } from '../../parties/people/persons-behind.ts'
import { mayKeysApprove } from '../../parties/people/may-keys-approve.ts'
import { operatorKeyWireId } from '../../base/wire-ids.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import type { Permitted } from '../server/permitted.ts'
import type { RouteOptions } from '../server/routes.ts'
import type { SessionGate } from '../server/session-gate.ts'
import { noteCaller } from '../server/subject.ts'

export type OperatorCaller = Permitted & {
  operator: OperatorNumber
  /** Whether its role is that of an owner. */
  isOwner: boolean
  /** For the audit log. */
  actor: OperatorActor
}

export type OperatorGateDeps = {
  db: Database
  addressLimit: AddressLimit
  sessionGate: SessionGate
}

/** Adds routes that only operators may call; others are refused with OPERATOR401_UNAUTHORIZED. */
export const forOperators = (
  app: FastifyInstance,
  { db, addressLimit, sessionGate }: OperatorGateDeps,
  add: (scope: FastifyInstance, options: RouteOptions<OperatorCaller>) => void,
): void => {
  const admit = async (request: FastifyRequest): Promise<OperatorCaller> => {
    const person = await sessionGate.admit(request, 'OPERATOR401_UNAUTHORIZED', 'operator')
    if (person !== null) return byPerson(person, request)
    const lookUp = (key: string) => authenticateOperator(db, key)
    const operator = await addressLimit.admit(request, 'OPERATOR401_UNAUTHORIZED', lookUp)
    noteCaller(request, operator)
    return { ...byKey(operator, request.id), mayApprove: () => mayKeysApprove(db.hot) }
  }
  addAdmitted(app, admit, (scope, callerOf) => add(scope, { admitted: 'operator', callerOf }))
}

const byPerson = (person: Person, request: FastifyRequest): OperatorCaller => {
  noteCaller(request, { userId: person.userId })
  const actor = actorOf(person, request.id)
  const operator = { userId: person.userId }
  const isOwner = person.role === OWNERS.operator
  return { person, permissions: permissionsOfPerson(person), operator, isOwner, actor }
}

const byKey = (key: CallingOperator, requestId: string): OperatorCaller => {
  const { operatorKeyId, role } = key
  const id = operatorKeyWireId(operatorKeyId)
  const actor = { id, ...shownKey(key), behind: behindKey(key), requestId }
  return {
    person: null,
    permissions: permissionsOf('operator', role),
    operator: { operatorKeyId },
    isOwner: role === OWNERS.operator,
    actor,
  }
}

/** A key that a person made shows this person: nobody takes it for the colleague whose name it bears. */
const shownKey = ({ operatorKeyId, name, holder, makerName }: CallingOperator) => {
  if (makerName === null) return { name, holder }
  const origin = `(${operatorKeyWireId(operatorKeyId)}, ${makerName})`
  return { name: `${name} ${origin}`, holder: `${holder} ${origin}` }
}
