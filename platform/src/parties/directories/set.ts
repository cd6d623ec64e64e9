import type pg from 'pg'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { seal, type Keyring } from '../../base/secrets/seal.ts'
import { tellOwners } from '../people/security-notices.ts'
import { closePeople } from './close-people.ts'
import { organisationId, organisationOfDirectory, type Directory } from './directory.ts'
import { readDirectory, type StoredDirectory } from './read.ts'

/** Stores the directory of an organisation; `clientSecret` null keeps the one that is stored. */
export const setDirectory = (
  pool: pg.Pool,
  keyring: Keyring,
  wanted: Directory & { clientSecret: string | null },
  by: Actor,
): Promise<StoredDirectory> =>
  withTransaction(pool, async (tx) => {
    const { partnerId, issuer, clientId, groupsClaim, roles, clientSecret } = wanted
    if (clientSecret !== null) {
      const { masterKeyId, sealed } = seal(keyring, { directoryOf: partnerId }, clientSecret)
      await tx.query(
        `insert into directories
          (partner_id, issuer, client_id, master_key_id, sealed, groups_claim, roles, changed_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (partner_id) do update
        set master_key_id = excluded.master_key_id, sealed = excluded.sealed`,
        [partnerId, issuer, clientId, masterKeyId, sealed, groupsClaim, '[]', by.name],
      )
    }
    await tx.query(
      `update directories
      set issuer = $2, client_id = $3, groups_claim = $4, roles = $5, changed_at = wasl_now(),
        changed_by = $6
      where partner_id = $1`,
      [partnerId, issuer, clientId, groupsClaim, JSON.stringify(roles), by.name],
    )
    await closePeople(tx, { partnerId, except: issuer }, by)
    await note(tx, 'directory.set', partnerId, { issuer, clientId, groupsClaim, roles }, by)
    const stored = await readDirectory(tx, partnerId)
    if (stored === null) throw new Error('the directory was not stored')
    return stored
  })

/** Removes the directory of an organisation; false when it has none. */
export const removeDirectory = (pool: pg.Pool, partnerId: number, by: Actor): Promise<boolean> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ issuer: string }>(
      'delete from directories where partner_id = $1 returning issuer',
      [partnerId],
    )
    const [removed] = rows
    if (removed === undefined) return false
    await closePeople(tx, { partnerId, except: null }, by)
    await note(tx, 'directory.remove', partnerId, { issuer: removed.issuer }, by)
    return true
  })

const note = async (
  tx: pg.ClientBase,
  action: string,
  partnerId: number,
  details: Record<string, unknown>,
  by: Actor,
): Promise<void> => {
  const subject = organisationId(partnerId)
  await appendAudit(tx, by, { partnerId, action, subject, details })
  const organisation = organisationOfDirectory(partnerId)
  await tellOwners(tx, organisation, { kind: action, subject, name: String(details['issuer']) }, by)
}
