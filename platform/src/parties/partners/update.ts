import type {
  Centimes,
  EchoSetting,
  EventKind,
  PartnerStatus,
  WebhookHeaders,
} from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { getPartner, type PartnerRecord } from './get.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { hostChanged } from './partner.ts'
import { addSecretVersion } from '../../base/secrets/versions.ts'
import { SECRET_FIELDS, type Keyring, type SecretField } from '../../base/secrets/seal.ts'

/** Absent fields stay unchanged; a webhook URL of null restores the derived one. */
export type PartnerPatch = {
  name?: string | undefined
  status?: PartnerStatus | undefined
  apiUrl?: string | undefined
  webhookUrl?: string | null | undefined
  nameAr?: string | null | undefined
  city?: string | null | undefined
  /** The events that it gets besides those that all partners get (D27). */
  events?: EventKind[] | undefined
  /** Whether its webhooks also have the Standard Webhooks headers (D41). */
  webhookHeaders?: WebhookHeaders | undefined
  /** How many acknowledged successes are looked up again (W126). */
  echo?: EchoSetting | undefined
  /** Centimes; null removes the limit (D28). */
  debitLimit?: Centimes | null | undefined
}

export type UpdatedPartner = {
  partner: PartnerRecord
  /** The new shared secrets in plain text, returned once; null when they did not rotate. */
  newSecrets: Record<SecretField, string> | null
}

/**
 * Changes a partner (D22); null when it does not exist. When the scheme, host or port of the API
 * URL or of the effective webhook URL changes, both shared secrets are replaced at once and
 * rotations under way end: the server at the new host must not receive the old secrets.
 */
export const updatePartner = (
  { pool, keyring }: { pool: pg.Pool; keyring: Keyring },
  partnerId: number,
  patch: PartnerPatch,
  by: Actor,
): Promise<UpdatedPartner | null> =>
  withTransaction(pool, async (tx) => {
    const before = await lockPartner(tx, partnerId)
    if (before === null) return null
    const after = {
      name: patch.name ?? before.name,
      status: patch.status ?? before.status,
      apiUrl: patch.apiUrl ?? before.apiUrl,
      webhookUrl: patch.webhookUrl === undefined ? before.webhookUrl : patch.webhookUrl,
      nameAr: patch.nameAr === undefined ? before.nameAr : patch.nameAr,
      city: patch.city === undefined ? before.city : patch.city,
      events: patch.events?.toSorted() ?? before.events,
      webhookHeaders: patch.webhookHeaders ?? before.webhookHeaders,
      echo: patch.echo ?? before.echo,
      debitLimit: patch.debitLimit === undefined ? before.debitLimit : patch.debitLimit,
    }
    const changed = (Object.keys(before) as (keyof Fields)[]).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    )
    const newSecrets = hostChanged(before, after)
      ? await replaceSecrets(tx, keyring, partnerId)
      : null
    if (changed.length > 0) {
      await storeFields(tx, partnerId, after)
      await appendAudit(tx, by, {
        partnerId,
        action: 'partner.update',
        subject: partnerWireId(partnerId),
        details: {
          from: pick(before, changed),
          to: pick(after, changed),
          rotated: newSecrets === null ? [] : SECRET_FIELDS,
        },
      })
    }
    const partner = await getPartner(tx, partnerId)
    return partner === null ? null : { partner, newSecrets }
  })

type Fields = {
  name: string
  status: PartnerStatus
  apiUrl: string
  webhookUrl: string | null
  nameAr: string | null
  city: string | null
  events: EventKind[]
  webhookHeaders: WebhookHeaders
  echo: EchoSetting
  debitLimit: Centimes | null
}

/** Locks the partner's row against concurrent changes; opening payments does not wait for it. */
const lockPartner = async (tx: pg.ClientBase, partnerId: number): Promise<Fields | null> => {
  const { rows } = await tx.query<Fields>(
    `select name, status, api_url as "apiUrl", webhook_url as "webhookUrl",
      name_ar as "nameAr", city, events, webhook_headers as "webhookHeaders", echo,
      debit_limit as "debitLimit"
    from partners
    where partner_id = $1
    for no key update`,
    [partnerId],
  )
  return rows[0] ?? null
}

const replaceSecrets = async (
  tx: pg.ClientBase,
  keyring: Keyring,
  partnerId: number,
): Promise<Record<SecretField, string>> => {
  const atOnce = { partnerId, overlapSeconds: 0 }
  const apiSecret = await addSecretVersion(tx, keyring, { ...atOnce, field: 'apiSecret' })
  const hmacSecret = await addSecretVersion(tx, keyring, { ...atOnce, field: 'hmacSecret' })
  return { apiSecret: apiSecret.value, hmacSecret: hmacSecret.value }
}

const storeFields = async (tx: pg.ClientBase, partnerId: number, fields: Fields): Promise<void> => {
  await tx.query(
    `update partners
    set name = $2, status = $3, api_url = $4, webhook_url = $5, name_ar = $6, city = $7,
      events = $8, echo = $9, debit_limit = $10, webhook_headers = $11, revision = revision + 1,
      updated_at = wasl_now()
    where partner_id = $1`,
    [
      partnerId,
      fields.name,
      fields.status,
      fields.apiUrl,
      fields.webhookUrl,
      fields.nameAr,
      fields.city,
      fields.events,
      fields.echo,
      fields.debitLimit,
      fields.webhookHeaders,
    ],
  )
}

const pick = (fields: Fields, names: (keyof Fields)[]): Partial<Fields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))
