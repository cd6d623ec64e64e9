import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { appendAudit, type Actor } from '../audit/append.ts'
import { partnerWireId } from '../wire-ids.ts'
import type { Keyring } from './seal.ts'

/**
 * Deletes the secrets that are sealed under a master key that the keyring lacks. For a master key
 * that is lost for good: while such secrets exist, no process starts (W66). Payments of these
 * partners stop until their secrets are rotated.
 *
 * @returns the wire ids of the partners that need new secrets.
 */
export const forgetLostSecrets = (pool: pg.Pool, keyring: Keyring, by: Actor): Promise<string[]> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ partner_id: number; fields: string[] }>(
      `with lost as (
        delete from partner_secrets
        where master_key_id <> all($1::text[])
        returning partner_id, field
      ), changed as (
        update partners
        set revision = revision + 1, updated_at = wasl_now()
        where partner_id in (select partner_id from lost)
      )
      select partner_id, array_agg(distinct field order by field) as fields
      from lost
      group by partner_id
      order by partner_id`,
      [[...keyring.byId.keys()]],
    )
    for (const { partner_id: partnerId, fields } of rows) {
      const subject = partnerWireId(partnerId)
      await appendAudit(tx, by, {
        partnerId,
        action: 'secrets.forget',
        subject,
        details: { fields },
      })
    }
    return rows.map((row) => partnerWireId(row.partner_id))
  })
