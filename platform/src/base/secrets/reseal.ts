import type pg from 'pg'
import { NO_COPY } from '../database/copies.ts'
import { withTransaction } from '../database/with-transaction.ts'
import {
  seal,
  unseal,
  type Keyring,
  type SecretField,
  type SigningKeyPlace,
  type UserSecretPlace,
} from './seal.ts'

/** Rows in one transaction: few enough that no other transaction waits noticeably. */
const BATCH = 500

type SealedRow = {
  partner_id: number
  field: SecretField
  version: number
  master_key_id: string
  sealed: Buffer
}

type SealedSigningKey = SigningKeyPlace & { master_key_id: string; sealed: Buffer }

/**
 * Seals every secret that is under an earlier master key again under the current one, and returns
 * how many. The secrets themselves stay the same. It can be stopped and run again at any time.
 * Until it has finished, every platform process must hold both keys.
 *
 * @throws Error when a secret is under a master key that the keyring lacks.
 */
export const resealSecrets = async (pool: pg.Pool, keyring: Keyring): Promise<number> => {
  let resealed = await withTransaction(pool, (tx) => resealSigningKeys(tx, keyring))
  for (const reseal of [resealBatch, resealUserSecrets, resealDirectories]) {
    let count: number
    do {
      count = await withTransaction(pool, (tx) => reseal(tx, keyring))
      resealed += count
    } while (count > 0)
  }
  return resealed
}

const resealBatch = async (tx: pg.ClientBase, keyring: Keyring): Promise<number> => {
  const { rows } = await tx.query<SealedRow>(
    `select partner_id, field, version, master_key_id, sealed
    from partner_secrets
    where master_key_id <> $1
    order by partner_id, field, version
    limit $2
    for update`,
    [keyring.current.id, BATCH],
  )
  const sealed = rows.map((row) => resealed(keyring, row))
  await tx.query(
    `update partner_secrets as stored
    set master_key_id = $1, sealed = again.sealed
    from unnest($2::int[], $3::text[], $4::int[], $5::bytea[])
      as again (partner_id, field, version, sealed)
    where stored.partner_id = again.partner_id
      and stored.field = again.field
      and stored.version = again.version`,
    [
      keyring.current.id,
      rows.map((row) => row.partner_id),
      rows.map((row) => row.field),
      rows.map((row) => row.version),
      sealed,
    ],
  )
  return rows.length
}

const resealed = (keyring: Keyring, row: SealedRow): Buffer => {
  const place = { partnerId: row.partner_id, field: row.field, version: row.version }
  const secret = unseal(keyring, place, { masterKeyId: row.master_key_id, sealed: row.sealed })
  return seal(keyring, place, secret).sealed
}

/** There are few: only keys that sign now or soon have a private part. */
const resealSigningKeys = async (tx: pg.ClientBase, keyring: Keyring): Promise<number> => {
  const { rows } = await tx.query<SealedSigningKey>(
    `select kid, purpose, master_key_id, sealed
    from signing_keys
    where master_key_id <> $1 and ${NO_COPY}
    order by kid
    for update`,
    [keyring.current.id],
  )
  for (const { kid, purpose, master_key_id: masterKeyId, sealed } of rows) {
    const place = { purpose, kid }
    const seed = unseal(keyring, place, { masterKeyId, sealed })
    await tx.query('update signing_keys set master_key_id = $2, sealed = $3 where kid = $1', [
      kid,
      keyring.current.id,
      seal(keyring, place, seed).sealed,
    ])
  }
  return rows.length
}

type SealedUserSecret = { user_id: number; field: UserSecretPlace['field'] } & {
  master_key_id: string
  sealed: Buffer
}

const resealUserSecrets = async (tx: pg.ClientBase, keyring: Keyring): Promise<number> => {
  const { rows } = await tx.query<SealedUserSecret>(
    `select user_id, field, master_key_id, sealed
    from user_secrets
    where master_key_id <> $1
    order by user_id, field
    limit $2
    for update`,
    [keyring.current.id, BATCH],
  )
  for (const { user_id: userId, field, master_key_id: masterKeyId, sealed } of rows) {
    const place = { userId, field }
    const again = seal(keyring, place, unseal(keyring, place, { masterKeyId, sealed }))
    await tx.query(
      `update user_secrets set master_key_id = $3, sealed = $4
      where user_id = $1 and field = $2`,
      [userId, field, again.masterKeyId, again.sealed],
    )
  }
  return rows.length
}

const resealDirectories = async (tx: pg.ClientBase, keyring: Keyring): Promise<number> => {
  const { rows } = await tx.query<{ partner_id: number; master_key_id: string; sealed: Buffer }>(
    `select partner_id, master_key_id, sealed
    from directories
    where master_key_id <> $1
    order by partner_id
    limit $2
    for update`,
    [keyring.current.id, BATCH],
  )
  for (const { partner_id: directoryOf, master_key_id: masterKeyId, sealed } of rows) {
    const place = { directoryOf }
    const again = seal(keyring, place, unseal(keyring, place, { masterKeyId, sealed }))
    await tx.query('update directories set master_key_id = $2, sealed = $3 where partner_id = $1', [
      directoryOf,
      again.masterKeyId,
      again.sealed,
    ])
  }
  return rows.length
}
