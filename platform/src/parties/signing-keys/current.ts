import { SIGNING_KEY_PURPOSES, type SigningKeyPurpose } from '@wasl/protocol'
import type pg from 'pg'
import { THE_PLATFORM } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { unseal, type Keyring } from '../../base/secrets/seal.ts'
import { signingKeyOf, type SigningKey } from './signing-key.ts'
import { storeNewKey } from './store-key.ts'

export type SigningKeyStore = { pool: pg.Pool; keyring: Keyring }

/**
 * The key that signs documents of this purpose now. The first call makes it. It is read each time,
 * so that a rotated or revoked key signs nothing more in any process. Do not call it in an open
 * transaction: it takes a connection of its own.
 *
 * @example
 * const key = await currentSigningKey({ pool, keyring }, 'statement')
 * const header = { alg: 'Ed25519', kid: key.kid }
 * const signature = key.sign(bytes)
 */
export const currentSigningKey = async (
  store: SigningKeyStore,
  purpose: SigningKeyPurpose,
): Promise<SigningKey> => {
  const known = await readKey(store, purpose)
  if (known !== null) return known
  await withTransaction(store.pool, (tx) =>
    storeNewKey(tx, store.keyring, { purpose, validFrom: null }, THE_PLATFORM),
  )
  // Another process may have stored one first; either way there is one now.
  const made = await readKey(store, purpose)
  if (made === null) throw new Error(`there is no key that signs a ${purpose} now`)
  return made
}

/** Makes the first key of each purpose, so that verifiers get it before it signs anything. */
export const ensureSigningKeys = async (store: SigningKeyStore): Promise<void> => {
  for (const purpose of SIGNING_KEY_PURPOSES) await currentSigningKey(store, purpose)
}

const readKey = async (
  { pool, keyring }: SigningKeyStore,
  purpose: SigningKeyPurpose,
): Promise<SigningKey | null> => {
  // If the clock was set back before all of them, it is the first.
  const { rows } = await pool.query<{
    kid: string
    public_key: Buffer
    master_key_id: string
    sealed: Buffer
  }>(
    `select kid, public_key, master_key_id, sealed
    from signing_keys, (select wasl_now() as now) as clock
    where purpose = $1 and sealed is not null and (valid_until is null or valid_until > clock.now)
    order by case when valid_from <= clock.now then valid_from end desc nulls last, valid_from
    limit 1`,
    [purpose],
  )
  const [row] = rows
  if (row === undefined) return null
  const { kid, sealed, master_key_id: masterKeyId } = row
  const seed = unseal(keyring, { purpose, kid }, { masterKeyId, sealed })
  return signingKeyOf(kid, row.public_key, seed)
}
