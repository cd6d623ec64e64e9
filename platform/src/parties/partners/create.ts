import type { PartnerState, PartnerStatus } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { addApiKey } from '../keys/issue-and-revoke.ts'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import type { PartnerUrls } from './partner.ts'
import { addSecretVersion } from '../../base/secrets/versions.ts'
import type { Keyring } from '../../base/secrets/seal.ts'

export type NewPartner = {
  name: string
  nameAr: string | null
  city: string | null
} & PartnerUrls

export type CreatedPartner = NewPartner & {
  partnerId: number
  status: PartnerStatus
  state: PartnerState
  createdAt: Date
  updatedAt: Date
  /** In plain text, returned once. */
  apiKey: string
  apiSecret: string
  hmacSecret: string
}

/**
 * Creates a partner with its three secrets (D22). It is testing until it goes live (D40). The URLs were checked before.
 *
 * @param numbered the number that it was given with its home; null takes the next one here.
 */
export const createPartner = (
  { pool, keyring }: { pool: pg.Pool; keyring: Keyring },
  partner: NewPartner,
  by: Actor,
  numbered: number | null = null,
): Promise<CreatedPartner> =>
  withTransaction(pool, async (tx) => {
    const { partner_id: partnerId, ...row } = await insertPartner(tx, partner, numbered)
    const apiKey = await addApiKey(tx, { kind: 'partner', id: partnerId })
    await tx.query(`insert into status_quotas (partner_id) values ($1)`, [partnerId])
    const atOnce = { partnerId, overlapSeconds: 0 }
    const apiSecret = await addSecretVersion(tx, keyring, { ...atOnce, field: 'apiSecret' })
    const hmacSecret = await addSecretVersion(tx, keyring, { ...atOnce, field: 'hmacSecret' })
    await appendAudit(tx, by, {
      partnerId,
      action: 'partner.create',
      subject: partnerWireId(partnerId),
      details: partner,
    })
    return {
      ...partner,
      partnerId,
      status: row.status,
      state: row.state,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      apiKey,
      apiSecret: apiSecret.value,
      hmacSecret: hmacSecret.value,
    }
  })

type PartnerRow = {
  partner_id: number
  status: PartnerStatus
  state: PartnerState
  created_at: Date
  updated_at: Date
}

const insertPartner = async (
  tx: pg.ClientBase,
  partner: NewPartner,
  numbered: number | null,
): Promise<PartnerRow> => {
  const { rows } = await tx.query<PartnerRow>(
    `insert into partners (name, api_url, webhook_url, name_ar, city, partner_id, state)
    values ($1, $2, $3, $4, $5, coalesce($6, nextval('partner_ids')), 'testing')
    returning partner_id, status, state, created_at, updated_at`,
    [partner.name, partner.apiUrl, partner.webhookUrl, partner.nameAr, partner.city, numbered],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the new partner was not stored')
  return row
}
