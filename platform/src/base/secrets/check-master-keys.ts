import type pg from 'pg'
import { commandCall } from '../command-call.ts'
import type { Keyring } from './seal.ts'

/**
 * Checks at the start that every secret in the database can be opened (W66). A process with another
 * master key would fail each lookup, claim deliveries that it cannot sign, and seal new secrets
 * that no other process can open.
 *
 * @throws Error that names the variables when the keyring lacks a master key.
 */
export const checkMasterKeys = async (
  pool: Pick<pg.Pool, 'query'>,
  keyring: Keyring,
): Promise<void> => {
  const { rows } = await pool.query<{ master_key_id: string }>(
    `select master_key_id from partner_secrets
    union
    select master_key_id from signing_keys where master_key_id is not null
    union
    select master_key_id from user_secrets
    union
    select master_key_id from directories
    order by master_key_id`,
  )
  const missing = rows.map((row) => row.master_key_id).filter((id) => !keyring.byId.has(id))
  if (missing.length === 0) return
  throw new Error(
    `WASL_MASTER_KEY is ${keyring.current.id}, and the database has secrets that are sealed under ` +
      `${missing.join(', ')}: start with the master key that the other processes have, or name ` +
      'earlier ones in WASL_MASTER_KEY_PREVIOUS. If it is lost for good: ' +
      commandCall('reseal', '--forget-lost'),
  )
}
