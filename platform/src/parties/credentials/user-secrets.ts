import type pg from 'pg'
import { seal, unseal, type Keyring, type UserSecretPlace } from '../../base/secrets/seal.ts'

/** Seals and stores a secret of a user, in place of the one before. */
export const storeUserSecret = async (
  tx: pg.Pool | pg.ClientBase,
  keyring: Keyring,
  place: UserSecretPlace,
  { secret, lastStep = null }: { secret: string; lastStep?: number | null },
): Promise<void> => {
  const { masterKeyId, sealed } = seal(keyring, place, secret)
  await tx.query(
    `insert into user_secrets (user_id, field, master_key_id, sealed, last_step)
    values ($1, $2, $3, $4, $5)
    on conflict (user_id, field) do update
    set master_key_id = excluded.master_key_id, sealed = excluded.sealed,
      last_step = excluded.last_step, set_at = wasl_now()`,
    [place.userId, place.field, masterKeyId, sealed, lastStep],
  )
}

export type UserSecret = { secret: string; now: Date }

/** A secret of a user with the present time; null when the user has no such secret. */
export const readUserSecret = async (
  pool: pg.Pool | pg.ClientBase,
  keyring: Keyring,
  place: UserSecretPlace,
): Promise<UserSecret | null> => {
  const { rows } = await pool.query<{ master_key_id: string; sealed: Buffer; now: Date }>(
    `select master_key_id, sealed, wasl_now() as now
    from user_secrets
    where user_id = $1 and field = $2`,
    [place.userId, place.field],
  )
  const [row] = rows
  if (row === undefined) return null
  const secret = unseal(keyring, place, { masterKeyId: row.master_key_id, sealed: row.sealed })
  return { secret, now: row.now }
}
