import type pg from 'pg'
import { unseal, type Keyring } from '../../base/secrets/seal.ts'
import type { Directory } from './directory.ts'

export type StoredDirectory = Directory & { changedAt: Date; changedBy: string }

type Row = StoredDirectory & { masterKeyId: string; sealed: Buffer }

const read = async (tx: pg.ClientBase | pg.Pool, partnerId: number): Promise<Row | null> => {
  const { rows } = await tx.query<Row>(
    `select partner_id as "partnerId", issuer, client_id as "clientId", groups_claim as "groupsClaim",
      roles, changed_at as "changedAt", changed_by as "changedBy",
      master_key_id as "masterKeyId", sealed
    from directories
    where partner_id = $1`,
    [partnerId],
  )
  return rows[0] ?? null
}

/** The directory of an organisation, without its secret; null when none is set. */
export const readDirectory = async (
  tx: pg.ClientBase | pg.Pool,
  partnerId: number,
): Promise<StoredDirectory | null> => {
  const row = await read(tx, partnerId)
  if (row === null) return null
  const { masterKeyId: _key, sealed: _sealed, ...directory } = row
  return directory
}

/** The same with the secret of the client, to sign somebody in. */
export const openDirectory = async (
  pool: pg.Pool,
  keyring: Keyring,
  partnerId: number,
): Promise<{ directory: StoredDirectory; clientSecret: string } | null> => {
  const row = await read(pool, partnerId)
  if (row === null) return null
  const { masterKeyId, sealed, ...directory } = row
  return {
    directory,
    clientSecret: unseal(keyring, { directoryOf: partnerId }, { masterKeyId, sealed }),
  }
}

/** Whether a user signs in through a directory, and whose it is; null for everybody else. */
export const directoryOfUser = async (
  tx: pg.ClientBase | pg.Pool,
  userId: number,
): Promise<number | null> => {
  const { rows } = await tx.query<{ partner_id: number }>(
    'select partner_id from directory_people where user_id = $1',
    [userId],
  )
  return rows[0]?.partner_id ?? null
}
