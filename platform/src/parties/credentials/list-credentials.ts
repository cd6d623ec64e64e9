import type pg from 'pg'
import { PASSKEY_COLUMNS, type PasskeyRow } from './add-passkey.ts'

export type CredentialRows = {
  passkeys: PasskeyRow[]
  password_set_at: Date | null
  totp_set_at: Date | null
  recovery_codes_left: number
}

/** What a user signs in with. */
export const listCredentials = async (pool: pg.Pool, userId: number): Promise<CredentialRows> => {
  const { rows: passkeys } = await pool.query<PasskeyRow>(
    `select ${PASSKEY_COLUMNS} from passkeys where user_id = $1 order by passkey_id`,
    [userId],
  )
  const { rows } = await pool.query<Omit<CredentialRows, 'passkeys'>>(
    `select
      (select set_at from passwords where user_id = $1) as password_set_at,
      (select set_at from user_secrets where user_id = $1 and field = 'totp') as totp_set_at,
      (
        select count(*)::integer from recovery_codes where user_id = $1 and used_at is null
      ) as recovery_codes_left`,
    [userId],
  )
  const [others] = rows
  if (others === undefined) throw new Error('a select without a table gave no row')
  return { passkeys, ...others }
}
