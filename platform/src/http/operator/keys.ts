import type { OperatorKeyRecord } from '@wasl/protocol'
import {
  createOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
  type OperatorKeyRow,
} from '../../parties/operators/keys.ts'
import { operatorKeyNumber, operatorKeyWireId } from '../../base/wire-ids.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

const NAME_TAKEN = {
  path: 'name',
  message:
    'expected a name that no valid key has; the name and the holder must not be, or look like, ' +
    'the name of another person, or a name that the audit log uses itself (environment, first, ' +
    'command line, platform, ids); each word in one alphabet, without symbols',
}

/**
 * Operators' own keys: one for each person or program, revoked when it is lost or they leave (W27).
 */
export const operatorKeys = ({ db }: RouteDeps): OperatorHandlers<'keys'> => ({
  async createOperatorKey({ body, caller }, refuse) {
    // What a person makes with a key, that person does not approve.
    const { person, actor } = caller
    const holder = body.holder ?? (person === null ? undefined : actor.holder)
    const created = await createOperatorKey(db.pool, { ...body, holder }, caller.operator, actor)
    if (created === null) throw refuse('VALIDATION400', { details: [NAME_TAKEN] })
    return { ...operatorKeyBody(created), apiKey: created.apiKey }
  },

  async listOperatorKeys({ query: { limit, cursor } }) {
    const afterId = readCursor(cursor, readNumber) ?? 0
    const rows = await listOperatorKeys(db.operatorLists, { limit: limit + 1, afterId })
    return pageOf(rows, limit, { idOf: (row) => row.operator_key_id, toItem: operatorKeyBody })
  },

  async revokeOperatorKey({ params, caller }, refuse) {
    const number = operatorKeyNumber(params.operatorKeyId)
    if (number === null) throw refuse('OPERATOR_KEY404_NOT_FOUND')
    const revocation = await revokeOperatorKey(db.pool, number, caller.operator, caller.actor)
    if (!revocation.ok) throw refuse(revocation.code)
    return operatorKeyBody(revocation.key)
  },
})

const operatorKeyBody = (key: OperatorKeyRow): OperatorKeyRecord => ({
  operatorKeyId: operatorKeyWireId(key.operator_key_id),
  name: key.name,
  holder: key.holder,
  madeBy: key.maker ?? (key.made_by_key === null ? null : operatorKeyWireId(key.made_by_key)),
  role: key.role,
  createdAt: key.created_at.toISOString(),
  revokedAt: key.revoked_at?.toISOString() ?? null,
})
