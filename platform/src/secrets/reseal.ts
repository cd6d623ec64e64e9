import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { seal, unseal, type Keyring, type SecretField } from './seal.ts'

/** Rows in one transaction: few enough that no other transaction waits noticeably. */
const BATCH = 500

type SealedRow = {
  partner_id: number
  field: SecretField
  version: number
  master_key_id: string
  sealed: Buffer
}

/**
 * Seals every secret that is under an earlier master key again under the current one, and returns
 * how many. The secrets themselves stay the same. It can be stopped and run again at any time.
 * Until it has finished, every platform process must hold both keys.
 *
 * @throws Error when a secret is under a master key that the keyring lacks.
 */
export const resealSecrets = async (pool: pg.Pool, keyring: Keyring): Promise<number> => {
  let resealed = 0
  for (;;) {
    const count = await withTransaction(pool, (tx) => resealBatch(tx, keyring))
    if (count === 0) return resealed
    resealed += count
  }
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
