import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { replaceApiKey, type KeyReplacement } from '../keys/issue-and-revoke.ts'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { addSecretVersion, type Replacement } from '../../base/secrets/versions.ts'
import type { Keyring, SecretField } from '../../base/secrets/seal.ts'

export type Rotation = { secret: 'apiKey' | SecretField } & KeyReplacement

export type Rotated = ({ ok: true } & Replacement) | { ok: false; code: 'not found' | 'too strong' }

/**
 * Replaces one secret of a partner (D22).
 *
 * For an API key, the old key and the new one are both accepted until the overlap ends. For a
 * shared secret, the platform uses the old one until the overlap ends and the new one from then on,
 * so that the partner can install the new one first. An overlap of 0 ends the old one at once, and
 * any rotation of it that is under way.
 */
export const rotateSecret = (
  { pool, keyring }: { pool: pg.Pool; keyring: Keyring },
  partnerId: number,
  { secret, ...asked }: Rotation,
  by: Actor,
): Promise<Rotated> =>
  withTransaction(pool, async (tx) => {
    if (!(await raiseRevision(tx, partnerId))) return { ok: false, code: 'not found' }
    const { overlapSeconds, permissions } = asked
    const replacement =
      secret === 'apiKey'
        ? await replaceApiKey(tx, { kind: 'partner', id: partnerId }, asked)
        : await addSecretVersion(tx, keyring, { partnerId, field: secret, overlapSeconds })
    if (replacement === null) return { ok: false, code: 'too strong' }
    await appendAudit(tx, by, {
      partnerId,
      action: 'partner.rotate',
      subject: partnerWireId(partnerId),
      details: { secret, overlapSeconds, ...(permissions && { permissions }) },
    })
    return { ok: true, ...replacement }
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
