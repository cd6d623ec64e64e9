import type pg from 'pg'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { OfKey } from './authenticate.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

/** A valid API key of a partner. Its hint, the beginning of its hash, tells it from the others. */
export type PartnerKeyRow = {
  hint: string
  createdAt: Date
  /** When a rotation ends it; null for the current key. */
  expiresAt: Date | null
  lastUsedAt: Date | null
} & OfKey

/** The beginning of its hash tells a key from others, as in the history of QR codes. */
export const KEY_HINT = `left(encode(key_hash, 'hex'), 8)`

/** The valid keys of a partner, the newest first. */
export const listPartnerKeys = async (
  db: pg.Pool | pg.ClientBase,
  partnerId: number,
): Promise<PartnerKeyRow[]> => {
  const { rows } = await db.query<PartnerKeyRow>(
    `select ${KEY_HINT} as hint, created_at as "createdAt", expires_at as "expiresAt",
      last_used_at as "lastUsedAt", permissions as "keyPermissions"
    from partner_api_keys
    where partner_id = $1 and (expires_at is null or expires_at > wasl_now())
    order by expires_at desc nulls first, created_at desc`,
    [partnerId],
  )
  return rows
}

export type KeyRevoked = { ok: true } | { ok: false; code: 'KEY404_NOT_FOUND' | 'KEY409_CURRENT' }

/** Ends a key that a rotation has replaced, before its overlap ends. The current key stays. */
export const revokePartnerKey = (
  pool: pg.Pool,
  partnerId: number,
  hint: string,
  by: Actor,
): Promise<KeyRevoked> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ expires_at: Date | null }>(
      `select expires_at from partner_api_keys
      where partner_id = $1 and ${KEY_HINT} = $2 and (expires_at is null or expires_at > wasl_now())
      for update`,
      [partnerId, hint],
    )
    const [key] = rows
    if (key === undefined) return { ok: false, code: 'KEY404_NOT_FOUND' }
    if (key.expires_at === null) return { ok: false, code: 'KEY409_CURRENT' }
    await tx.query(
      `delete from partner_api_keys
      where partner_id = $1 and ${KEY_HINT} = $2 and expires_at is not null`,
      [partnerId, hint],
    )
    await appendAudit(tx, by, {
      partnerId,
      action: 'partner.revoke-key',
      subject: partnerWireId(partnerId),
      details: { hint },
    })
    return { ok: true }
  })
