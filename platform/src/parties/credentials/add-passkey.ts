import type pg from 'pg'
import { passkeyWireId } from '../../base/wire-ids.ts'
import { auditCredential, type Owner } from './audit-credential.ts'
import type { NewPasskey } from './check-passkey.ts'

export type PasskeyRow = {
  passkey_id: number
  name: string
  created_at: Date
  last_used_at: Date | null
}

export const PASSKEY_COLUMNS = 'passkey_id, name, created_at, last_used_at'

/** More than anybody has; a limit keeps the lists that browsers get short. */
export const PASSKEYS_MAX = 20

/**
 * Stores a checked passkey of a user; null when there are too many. A passkey that is stored already
 * is refused by its unique index: it stays its first owner's.
 */
export const addPasskey = async (
  tx: pg.ClientBase,
  owner: Owner,
  name: string,
  { credentialId, publicKey, counter, transports }: NewPasskey,
): Promise<PasskeyRow | null> => {
  await tx.query('select from users where user_id = $1 for update', [owner.userId])
  const { rows } = await tx.query<PasskeyRow>(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    select $1, $2, $3, $4, $5, $6
    where (select count(*) from passkeys where user_id = $1) < $7
    returning ${PASSKEY_COLUMNS}`,
    [owner.userId, credentialId, publicKey, counter, transports, name, PASSKEYS_MAX],
  )
  const [passkey] = rows
  if (passkey === undefined) return null
  const passkeyId = passkeyWireId(passkey.passkey_id)
  await auditCredential(tx, owner, 'passkey.add', { passkeyId, name })
  return passkey
}
