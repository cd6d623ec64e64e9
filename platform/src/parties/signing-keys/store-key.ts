import type { SigningKeyPurpose } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { seal, type Keyring } from '../../base/secrets/seal.ts'
import { makeKeyPair } from './signing-key.ts'

/**
 * Makes a key and stores it, its private part sealed. Returns its kid; null when another key of the
 * purpose has no end.
 */
export const storeNewKey = async (
  tx: pg.ClientBase,
  keyring: Keyring,
  { purpose, validFrom }: { purpose: SigningKeyPurpose; validFrom: Date | null },
  by: Actor,
): Promise<string | null> => {
  const { kid, publicKey, seed } = makeKeyPair()
  const { masterKeyId, sealed } = seal(keyring, { purpose, kid }, seed)
  const { rowCount } = await tx.query(
    `insert into signing_keys (kid, purpose, public_key, master_key_id, sealed, valid_from)
    values ($1, $2, $3, $4, $5, coalesce($6, wasl_now()))
    on conflict (purpose) where valid_until is null do nothing`,
    [kid, purpose, publicKey, masterKeyId, sealed, validFrom],
  )
  if (rowCount === 0) return null
  await appendAudit(tx, by, {
    partnerId: WHOLE_PLATFORM,
    action: 'signing-key.create',
    subject: kid,
    details: { purpose, ...(validFrom && { validFrom }) },
  })
  return kid
}
