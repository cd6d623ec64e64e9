import type { PartnerState, PartnerStatus, WebhookHeaders } from '@wasl/protocol'
import { hmacKey } from '@wasl/protocol'
import type { KeyObject } from 'node:crypto'
import type { Database } from '../../base/database/database.ts'
import { effectiveWebhookUrl } from './partner.ts'
import { secretInForce } from '../../base/secrets/versions.ts'
import { unseal, type Keyring, type SecretField } from '../../base/secrets/seal.ts'

/** Where the platform calls a partner, and the secrets that it uses there. */
export type PartnerTarget = {
  partnerId: number
  status: PartnerStatus
  /** Whether it can be paid (D40). */
  state: PartnerState
  apiUrl: string
  /** The configured URL, or the one derived from the API URL (D12). */
  webhookUrl: string
  apiSecret: string
  hmacKey: KeyObject
  webhookHeaders: WebhookHeaders
  revision: number
  /** When a rotation brings new secrets into use; null when none is under way. */
  validUntil: Date | null
  /** The same as a duration, from the database's clock at the time of the read. */
  validForMs: number | null
}

/** A cache of targets, for code that calls many partners often. */
export type PartnerTargets = {
  /**
   * The partner's target at this revision or a newer one; null when the partner does not exist.
   * Take the revision from a row that was just read.
   */
  get(partnerId: number, revision: number): Promise<PartnerTarget | null>
}

type TargetRow = {
  status: PartnerStatus
  state: PartnerState
  api_url: string
  webhook_url: string | null
  webhook_headers: WebhookHeaders
  revision: number
  valid_until: Date | null
  valid_for_ms: number | null
  api_version: number
  api_master_key_id: string
  api_sealed: Buffer
  hmac_version: number
  hmac_master_key_id: string
  hmac_sealed: Buffer
}

/**
 * Reads a partner's URLs and secrets; null when the partner does not exist. One statement reads
 * them all, so that a new URL is never combined with old secrets.
 *
 * @throws Error when the keyring cannot open a secret.
 */
export const loadPartnerTarget = async (
  db: Pick<Database, 'hot'>,
  keyring: Keyring,
  partnerId: number,
): Promise<PartnerTarget | null> => {
  const [row] = await db.hot.query<TargetRow>({
    name: 'load-partner-target',
    text: LOAD_TARGET,
    values: [partnerId],
  })
  if (row === undefined) return null
  const open = (field: SecretField, version: number, masterKeyId: string, sealed: Buffer): string =>
    unseal(keyring, { partnerId, field, version }, { masterKeyId, sealed })
  return {
    partnerId,
    status: row.status,
    state: row.state,
    apiUrl: row.api_url,
    webhookUrl: effectiveWebhookUrl({ apiUrl: row.api_url, webhookUrl: row.webhook_url }),
    apiSecret: open('apiSecret', row.api_version, row.api_master_key_id, row.api_sealed),
    hmacKey: hmacKey(open('hmacSecret', row.hmac_version, row.hmac_master_key_id, row.hmac_sealed)),
    webhookHeaders: row.webhook_headers,
    revision: row.revision,
    validUntil: row.valid_until,
    validForMs: row.valid_for_ms,
  }
}

const LOAD_TARGET = `
with clock as materialized (select wasl_now() as now)
select p.status, p.state, p.api_url, p.webhook_url, p.webhook_headers, p.revision, next.valid_until,
  (extract(epoch from next.valid_until - clock.now) * 1000)::float8 as valid_for_ms,
  api.version as api_version, api.master_key_id as api_master_key_id, api.sealed as api_sealed,
  hmac.version as hmac_version, hmac.master_key_id as hmac_master_key_id,
  hmac.sealed as hmac_sealed
from clock
cross join partners p
cross join lateral (${secretInForce('apiSecret')}) as api
cross join lateral (${secretInForce('hmacSecret')}) as hmac
cross join lateral (
  select min(active_from) as valid_until
  from partner_secrets
  where partner_id = p.partner_id and active_from > clock.now
) as next
where p.partner_id = $1
`
