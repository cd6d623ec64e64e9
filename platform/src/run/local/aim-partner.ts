import type pg from 'pg'
import { partnerNumber } from '../../base/wire-ids.ts'

/** A Webhook URL of null follows from the API URL (D12). */
export type PartnerUrls = { apiUrl: string; webhookUrl: string | null }

/**
 * Aims a partner at these URLs, activates it and makes it live (D40). The operator API replaces both secrets when the host
 * changes, as it must for real partners; here both hosts are the developer's own.
 */
export const aimPartner = async (
  pool: pg.Pool,
  partnerId: string,
  { apiUrl, webhookUrl }: PartnerUrls,
): Promise<void> => {
  await pool.query(
    `update partners
    set api_url = $2, webhook_url = $3, status = 'active', state = 'live',
      revision = revision + 1
    where partner_id = $1
      and (api_url, webhook_url, status, state) is distinct from ($2, $3, 'active', 'live')`,
    [partnerNumber(partnerId), apiUrl, webhookUrl],
  )
}
