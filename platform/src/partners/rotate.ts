import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { addApiKey, revokeApiKeys } from '../keys/issue-and-revoke.ts'
import { appendAudit, type Actor } from '../audit/append.ts'
import { partnerWireId } from '../wire-ids.ts'
import { addSecretVersion, type Replacement } from '../secrets/versions.ts'
import type { Keyring, SecretField } from '../secrets/seal.ts'

export type Rotation = { secret: 'apiKey' | SecretField; overlapSeconds: number }

/**
 * Replaces one secret of a partner (D22); null when the partner does not exist.
 *
 * For an API key, the old key and the new one are both accepted until the overlap ends. For a
 * shared secret, the platform uses the old one until the overlap ends and the new one from then on,
 * so that the partner can install the new one first. An overlap of 0 ends the old one at once, and
 * any rotation of it that is under way.
 */
export const rotateSecret = (
  { pool, keyring }: { pool: pg.Pool; keyring: Keyring },
  partnerId: number,
  { secret, overlapSeconds }: Rotation,
  by: Actor,
): Promise<Replacement | null> =>
  withTransaction(pool, async (tx) => {
    if (!(await raiseRevision(tx, partnerId))) return null
    const replacement =
      secret === 'apiKey'
        ? await replaceApiKey(tx, partnerId, overlapSeconds)
        : await addSecretVersion(tx, keyring, { partnerId, field: secret, overlapSeconds })
    await appendAudit(tx, by, {
      partnerId,
      action: 'partner.rotate',
      subject: partnerWireId(partnerId),
      details: { secret, overlapSeconds },
    })
    return replacement
  })

/** Also locks the partner's row, so that its secrets change one after another. */
const raiseRevision = async (tx: pg.ClientBase, partnerId: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update partners
    set revision = revision + 1, updated_at = wasl_now()
    where partner_id = $1`,
    [partnerId],
  )
  return rowCount === 1
}

const replaceApiKey = async (
  tx: pg.ClientBase,
  partnerId: number,
  overlapSeconds: number,
): Promise<Replacement> => {
  const keys = { kind: 'partner', id: partnerId } as const
  const previousValidUntil = await revokeApiKeys(tx, keys, overlapSeconds)
  return { value: await addApiKey(tx, keys), previousValidUntil }
}
