import {
  CERTIFICATE_DAYS,
  LIVE_CHECK_IDS,
  type CanaryStanding,
  type Centimes,
  type EchoSetting,
  type EventKind,
  type PartnerState,
  type PartnerStatus,
  type WebhookHeaders,
} from '@wasl/protocol'
import type pg from 'pg'
import type { OfKey } from '../keys/authenticate.ts'
import type { PartnerUrls } from './partner.ts'
import { containing, foldedName, foldName } from '../../base/typed/typed-text.ts'
import { secretInForce } from '../../base/secrets/versions.ts'
import { WARNINGS_SHOWN, type PartnerWarning } from './record-warning.ts'

/** A partner as an operator sees it: everything but its secrets. */
export type PartnerRecord = PartnerUrls & {
  partnerId: number
  name: string
  status: PartnerStatus
  /** Whether it can be paid, and by whom (D40). */
  state: PartnerState
  /** The newest passed live check that lets it go live; times in wire format. */
  certificate: { runId: string; at: string; validUntil: string } | null
  /** What its hourly lookups find (W247). */
  canary: CanaryStanding | null
  /** Shown on a QR code's image, where the partner has it. */
  nameAr: string | null
  city: string | null
  /** The events that it gets besides those that all partners get (D27). */
  events: EventKind[]
  /** Whether its webhooks also have the Standard Webhooks headers (D41). */
  webhookHeaders: WebhookHeaders
  /** How many acknowledged successes are looked up again (W126). */
  echo: EchoSetting
  /** Centimes; null for no limit (D28). */
  debitLimit: Centimes | null
  createdAt: Date
  updatedAt: Date
  /** The newest first; times in wire format. */
  warnings: (PartnerWarning & { at: string })[]
  /** Rotations under way: until when the previous secret is valid. */
  rotations: { secret: 'apiKey' | 'apiSecret' | 'hmacSecret'; previousValidUntil: string }[]
} & OfKey

/** The partner, or null when no partner has this number. */
export const getPartner = async (
  client: pg.ClientBase | pg.Pool,
  partnerId: number,
): Promise<PartnerRecord | null> => {
  const { rows } = await client.query<PartnerRecord>(
    `${SELECT_PARTNERS}
    where p.partner_id = $1`,
    [partnerId],
  )
  return rows[0] ?? null
}

export type PartnerFilters = {
  /** A part of a name, the city or the id. */
  text: string | null
  city: string | null
  status: PartnerStatus | null
  state: PartnerState | null
  /** Only these; null for all. */
  among: readonly number[] | null
}

/** Partners in the order of their numbers, from the one after `afterId` on. */
export const listPartners = async (
  pool: pg.Pool,
  { limit, afterId }: { limit: number; afterId: number },
  { text, city, status, state, among }: PartnerFilters,
): Promise<PartnerRecord[]> => {
  const pattern = text === null ? null : containing(foldName(text))
  const { rows } = await pool.query<PartnerRecord>(
    `${SELECT_PARTNERS}
    where p.partner_id > $1 and ($3::text is null or ${foldedName('p.name')} like $3
        or ${foldedName('p.name_ar')} like $3 or ${foldedName('p.city')} like $3
        or 'prt_' || p.partner_id like $3)
      and ($4::text is null or ${foldedName('p.city')} = $4)
      and ($5::text is null or p.status = $5) and ($7::text is null or p.state = $7)
      and ($6::int[] is null or p.partner_id = any($6))
    order by p.partner_id
    limit $2`,
    [afterId, limit, pattern, city === null ? null : foldName(city), status, among, state],
  )
  return rows
}

const pendingSecret = (field: 'apiSecret' | 'hmacSecret'): string => `
  select '${field}' as secret, min(active_from) as until
  from partner_secrets
  where partner_id = p.partner_id and field = '${field}' and active_from > clock.now
    and version > (select version from (${secretInForce(field)}) as in_force)`

const SELECT_PARTNERS = `
with clock as materialized (select wasl_now() as now)
select p.partner_id as "partnerId", p.name, p.status, p.state, p.api_url as "apiUrl",
  certificate.item as certificate, canary.item as canary,
  p.webhook_url as "webhookUrl", p.name_ar as "nameAr", p.city, p.events,
  p.webhook_headers as "webhookHeaders", p.echo, p.debit_limit as "debitLimit", p.created_at as "createdAt",
  p.updated_at as "updatedAt", (
    select permissions
    from partner_api_keys keys
    where keys.partner_id = p.partner_id and keys.expires_at is null
  ) as "keyPermissions",
  coalesce(warnings.items, '[]') as warnings, coalesce(rotations.items, '[]') as rotations
from clock
cross join partners p
left join lateral (
  select json_build_object('lookedUpAt', wire_time(looked_up_at), 'nextAt', wire_time(due_at),
    'problem', problem, 'durationMs', duration_ms, 'failures', failures, 'passed', passed,
    'failed', failed) as item
  from partner_canaries
  where partner_id = p.partner_id
) as canary on true
left join lateral (
  select json_build_object('runId', run_id, 'at', wire_time(finished_at),
    'validUntil', wire_time(finished_at + interval '${CERTIFICATE_DAYS} days')) as item
  from live_checks
  where partner_id = p.partner_id and finished_at > clock.now - interval '${CERTIFICATE_DAYS} days'
    -- Those addresses were tested, and each check was made and passed.
    and api_url = p.api_url
    and webhook_url = coalesce(p.webhook_url, rtrim(p.api_url, '/') || '/webhooks/platform')
    and jsonb_array_length(results) = ${LIVE_CHECK_IDS.length}
    and not results @? '$[*] ? (@.outcome != "passed")'
  order by run_id desc
  limit 1
) as certificate on true
left join lateral (
  select json_agg(json_build_object('at', wire_time(at), 'kind', kind, 'reference', reference,
    'message', message) order by warning_id desc) as items
  from (
    select *
    from partner_warnings
    where partner_id = p.partner_id
    order by warning_id desc
    limit ${WARNINGS_SHOWN}
  ) as newest
) as warnings on true
left join lateral (
  select json_agg(json_build_object('secret', secret, 'previousValidUntil', wire_time(until))
    order by secret) as items
  from (
    select 'apiKey' as secret, max(expires_at) as until
    from partner_api_keys
    where partner_id = p.partner_id and expires_at > clock.now
    union all (${pendingSecret('apiSecret')})
    union all (${pendingSecret('hmacSecret')})
  ) as pending
  where until is not null
) as rotations on true`
