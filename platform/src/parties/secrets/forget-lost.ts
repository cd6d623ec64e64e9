import type { SigningKeyPurpose } from '@wasl/protocol'
import type pg from 'pg'
import { NO_COPY } from '../../base/database/copies.ts'
import { isHere } from '../../base/database/fenced.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { endKey, lockKeys, startPendingKey } from '../signing-keys/change-state.ts'
import { organisationId } from '../directories/directory.ts'
import { partnerWireId, userWireId } from '../../base/wire-ids.ts'
import type { Keyring } from '../../base/secrets/seal.ts'

/**
 * Deletes the secrets that are sealed under a master key that the keyring lacks. For a master key
 * that is lost for good: while such secrets exist, no process starts (W66). Payments of these
 * partners stop until their secrets are rotated. Signing keys end: what they signed stays valid, and
 * the next document makes a new one. Users lose their authenticator app and their PIN: they sign in with
 * a passkey, or by a new invitation. Nobody signs in through a directory before an owner has set it again.
 *
 * @returns the wire ids of the partners that need new secrets, the ended signing keys, the users, and whose
 *   directories.
 */
export const forgetLostSecrets = (
  pool: pg.Pool,
  keyring: Keyring,
  by: Actor,
): Promise<{ partners: string[]; signingKeys: string[]; users: string[]; directories: string[] }> =>
  withTransaction(pool, async (tx) => {
    const signingKeys = await endLostKeys(tx, keyring, by)
    const users = await forgetUserSecrets(tx, keyring, by)
    const directories = await forgetDirectories(tx, keyring, by)
    const { rows } = await tx.query<{ partner_id: number; fields: string[] }>(
      `with lost as (
        delete from partner_secrets
        where master_key_id <> all($1::text[]) and ${isHere('partner_id')}
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
    const partners = rows.map((row) => partnerWireId(row.partner_id))
    return { partners, signingKeys, users, directories }
  })

const endLostKeys = async (tx: pg.ClientBase, keyring: Keyring, by: Actor): Promise<string[]> => {
  await lockKeys(tx)
  const { rows } = await tx.query<{ kid: string; purpose: SigningKeyPurpose }>(
    `select kid, purpose
    from signing_keys
    where master_key_id <> all($1::text[]) and ${NO_COPY}
    order by kid`,
    [[...keyring.byId.keys()]],
  )
  for (const { kid } of rows) await endKey(tx, kid, { cause: 'lost' })
  for (const { kid, purpose } of rows) {
    await startPendingKey(tx, purpose)
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'signing-key.forget',
      subject: kid,
      details: { purpose },
    })
  }
  return rows.map(({ kid }) => kid)
}

const forgetUserSecrets = async (
  tx: pg.ClientBase,
  keyring: Keyring,
  by: Actor,
): Promise<string[]> => {
  const { rows } = await tx.query<{ user_id: number; partner_id: number | null; fields: string[] }>(
    `with lost as (
      delete from user_secrets
      where master_key_id <> all($1::text[])
      returning user_id, field
    )
    select user_id, partner_id, array_agg(field order by field) as fields
    from lost
    join users using (user_id)
    group by user_id, partner_id
    order by user_id`,
    [[...keyring.byId.keys()]],
  )
  for (const { user_id: userId, partner_id: partnerId, fields } of rows) {
    await appendAudit(tx, by, {
      partnerId: partnerId ?? WHOLE_PLATFORM,
      action: 'credentials.forget',
      subject: userWireId(userId),
      details: { fields },
    })
  }
  return rows.map((row) => userWireId(row.user_id))
}

const forgetDirectories = async (
  tx: pg.ClientBase,
  keyring: Keyring,
  by: Actor,
): Promise<string[]> => {
  const { rows } = await tx.query<{ partner_id: number }>(
    `delete from directories where master_key_id <> all($1::text[]) returning partner_id`,
    [[...keyring.byId.keys()]],
  )
  const subjects = rows.map((row) => organisationId(row.partner_id))
  for (const [index, { partner_id: partnerId }] of rows.entries()) {
    const subject = subjects[index] ?? ''
    await appendAudit(tx, by, { partnerId, action: 'directory.forget', subject })
  }
  return subjects
}
