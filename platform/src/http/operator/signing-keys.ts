import { listSigningKeys } from '../../parties/signing-keys/list.ts'
import { revokeSigningKey } from '../../parties/signing-keys/revoke.ts'
import { rotateSigningKey } from '../../parties/signing-keys/rotate.ts'
import { publishedKeyOf } from '../bodies/signing-key.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The keys that sign receipts and statements (W121). */
export const signingKeys = ({ db, keyring }: RouteDeps): OperatorHandlers<'signingKeys'> => ({
  async listSigningKeys() {
    return { items: (await listSigningKeys(db.operatorLists)).map(publishedKeyOf) }
  },

  async rotateSigningKey({ body, caller }, refuse) {
    const rotation = await rotateSigningKey({ pool: db.pool, keyring }, body, caller.actor)
    if (!rotation.ok) throw refuse(rotation.code)
    return publishedKeyOf(rotation.key)
  },

  async revokeSigningKey({ params, body, caller }, refuse) {
    const key = await revokeSigningKey(db.pool, { ...params, ...body }, caller.actor)
    if (key === null) throw refuse('SIGNING_KEY404_NOT_FOUND')
    return publishedKeyOf(key)
  },
})
