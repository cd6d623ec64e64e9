import type { OperatorRole } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { hashApiKey, makeApiKey } from '../../base/secrets/api-key.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { isDisguised } from '../people/fold-name.ts'
import { isNameOfOther, isReservedName } from '../people/names-in-use.ts'
import { tellOwners, tellPerson } from '../people/security-notices.ts'
import { THE_OPERATOR } from '../people/user.ts'
import type { KeyOrigin } from '../people/persons-behind.ts'
import type { OperatorNumber } from './operator-number.ts'
import { operatorKeyWireId } from '../../base/wire-ids.ts'

/** An operator's key, without the key itself. */
export type OperatorKeyRow = {
  operator_key_id: number
  name: string
  /** The person who uses it. */
  holder: string
  role: OperatorRole
  /** The user who made it, and the key with which it was made. */
  maker: string | null
  made_by_key: number | null
  created_at: Date
  /** When it was revoked; null while it is valid. */
  revoked_at: Date | null
}

const COLUMNS = `operator_key_id, name, holder, role, created_at, revoked_at,
  (select users.name from users where users.user_id = made_by_user) as maker,
  made_by_keys[1] as made_by_key`

export type NewOperatorKey = { name: string; holder?: string | undefined; role: OperatorRole }

/**
 * Makes a key for an operator and returns it in plain text, once; null when the name is taken, or when
 * the name or the holder is that of another person, as eyes read it (D34). The holder is the name unless
 * another is given: one person may have several keys.
 */
export const createOperatorKey = (
  pool: pg.Pool,
  { name, holder = name, role }: NewOperatorKey,
  asking: OperatorNumber,
  by: Actor,
): Promise<(OperatorKeyRow & { apiKey: string }) | null> =>
  withTransaction(pool, async (tx) => {
    const origin = await originOf(tx, asking)
    for (const one of [name, holder]) {
      if (isReservedName(one) || isDisguised(one)) return null
      if (await isNameOfOther(tx, one, origin.madeByUser)) return null
    }
    const apiKey = makeApiKey({ kind: 'operator' })
    const { rows } = await tx.query<OperatorKeyRow>(
      `insert into operator_api_keys (key_hash, name, holder, role, made_by_user, made_by_keys)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (name) where revoked_at is null do nothing
      returning ${COLUMNS}`,
      [hashApiKey(apiKey), name, holder, role, origin.madeByUser, origin.madeByKeys],
    )
    const [row] = rows
    if (row === undefined) return null
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'operator-key.create',
      subject: operatorKeyWireId(row.operator_key_id),
      details: { name, holder, role },
    })
    const subject = operatorKeyWireId(row.operator_key_id)
    const about = { kind: 'operator-key.create', subject, name }
    await tellOwners(tx, THE_OPERATOR, about, by)
    if (origin.madeByUser !== null) await tellPerson(tx, origin.madeByUser, about, by)
    return { ...row, apiKey }
  })

/** A key that is made with a key belongs to the user at the start of the chain. */
const originOf = async (tx: pg.ClientBase, asking: OperatorNumber): Promise<KeyOrigin> => {
  if ('userId' in asking) return { madeByUser: asking.userId, madeByKeys: [] }
  const { rows } = await tx.query<KeyOrigin>(
    `select made_by_user as "madeByUser", made_by_keys as "madeByKeys"
    from operator_api_keys where operator_key_id = $1`,
    [asking.operatorKeyId],
  )
  const { madeByUser = null, madeByKeys = [] } = rows[0] ?? {}
  return { madeByUser, madeByKeys: [asking.operatorKeyId, ...madeByKeys] }
}

/** Operators' keys in the order of their numbers, from the one after `afterId` on. */
export const listOperatorKeys = async (
  pool: pg.Pool,
  { limit, afterId }: { limit: number; afterId: number },
): Promise<OperatorKeyRow[]> => {
  const { rows } = await pool.query<OperatorKeyRow>(
    `select ${COLUMNS}
    from operator_api_keys
    where operator_key_id > $1
    order by operator_key_id
    limit $2`,
    [afterId, limit],
  )
  return rows
}

export type Revocation =
  | { ok: true; key: OperatorKeyRow }
  | {
      ok: false
      code: 'OPERATOR401_UNAUTHORIZED' | 'OPERATOR_KEY404_NOT_FOUND' | 'OPERATOR_KEY409_OWN'
    }

/**
 * Revokes an operator's key, from the next request on in every process. Repeating it gives the same
 * answer. The key that makes the request cannot be revoked, so that one key always remains. If two
 * keys revoke each other at once, the second request is refused. A user may revoke any.
 */
export const revokeOperatorKey = (
  pool: pg.Pool,
  operatorKeyId: number,
  asking: OperatorNumber,
  by: Actor,
): Promise<Revocation> =>
  withTransaction(pool, async (tx): Promise<Revocation> => {
    await tx.query('lock table operator_api_keys in share row exclusive mode')
    const find = async (id: number): Promise<OperatorKeyRow | undefined> => {
      const { rows } = await tx.query<OperatorKeyRow>(
        `select ${COLUMNS} from operator_api_keys where operator_key_id = $1`,
        [id],
      )
      return rows[0]
    }
    if ('operatorKeyId' in asking) {
      const own = await find(asking.operatorKeyId)
      if (own?.revoked_at !== null) return { ok: false, code: 'OPERATOR401_UNAUTHORIZED' }
      if (operatorKeyId === asking.operatorKeyId) return { ok: false, code: 'OPERATOR_KEY409_OWN' }
    }
    const key = await find(operatorKeyId)
    if (key === undefined) return { ok: false, code: 'OPERATOR_KEY404_NOT_FOUND' }
    if (key.revoked_at !== null) return { ok: true, key }
    const { rows } = await tx.query<OperatorKeyRow>(
      `update operator_api_keys
      set revoked_at = wasl_now()
      where operator_key_id = $1
      returning ${COLUMNS}`,
      [operatorKeyId],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'operator-key.revoke',
      subject: operatorKeyWireId(operatorKeyId),
      details: { name: key.name },
    })
    const subject = operatorKeyWireId(operatorKeyId)
    const about = { kind: 'operator-key.revoke', subject, name: key.name }
    await tellOwners(tx, THE_OPERATOR, about, by)
    return { ok: true, key: rows[0] ?? key }
  })
