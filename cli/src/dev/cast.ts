import type { ChannelKind, CreatedChannel, CreatedPartner } from '@wasl/protocol'
import { partnerNumber, type RunningPlatform } from '@wasl/platform'
import type { Api } from './api.ts'
import type { DevChannel, DevPartner, DevState } from './home.ts'

export type Cast = { partner: DevPartner; channels: Record<ChannelKind, DevChannel> }

type Wanted = { apiUrl: string; webhookUrl: string | null }

const NAMES: Record<ChannelKind, string> = {
  AGENCY: 'Agency of wasl dev',
  DELIVERY: 'Courier of wasl dev',
  MARKETPLACE: 'App of wasl dev',
}

/** The partner and the channels of an earlier run, or new ones; `save` is told of each. */
export const gatherCast = async (
  { api, pool }: { api: Api; pool: RunningPlatform['pool'] },
  state: DevState,
  wanted: Wanted,
  save: (changes: Partial<DevState>) => void,
): Promise<Cast> => {
  const { operatorKey } = state
  const partner = (await known(api, state)) ?? (await createPartner(api, operatorKey, wanted))
  save({ partner, ...wanted })
  await aim(pool, partner.partnerId, wanted)
  const channels: Partial<Record<ChannelKind, DevChannel>> = {}
  for (const kind of ['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const) {
    const kept = state.partner?.partnerId === partner.partnerId ? state.channels[kind] : undefined
    channels[kind] = kept ?? (await createChannel(api, operatorKey, kind))
    save({ channels: { ...channels } })
  }
  return { partner, channels: channels as Cast['channels'] }
}

/** The keys of a database that was removed meanwhile are unknown to the new one. */
const known = async (api: Api, { partner, operatorKey }: DevState): Promise<DevPartner | null> => {
  if (partner === undefined) return null
  const path = `/operator/v1/partners/${partner.partnerId}`
  return (await api.ask('GET', path, operatorKey)).status === 200 ? partner : null
}

const createPartner = async (
  api: Api,
  operatorKey: string,
  { apiUrl, webhookUrl }: Wanted,
): Promise<DevPartner> => {
  const created = await api.call<CreatedPartner>('POST', '/operator/v1/partners', operatorKey, {
    name: 'Partner of wasl dev',
    apiUrl,
    ...(webhookUrl === null ? {} : { webhookUrl }),
  })
  const { partnerId, apiKey, apiSecret, hmacSecret } = created
  return { partnerId, apiKey, apiSecret, hmacSecret }
}

/**
 * Aims the partner at these URLs. Not through the operator API: that replaces the secrets when the
 * host changes, as it must for real partners, and here both hosts are the developer's own.
 */
const aim = async (
  pool: RunningPlatform['pool'],
  partnerId: string,
  { apiUrl, webhookUrl }: Wanted,
): Promise<void> => {
  await pool.query(
    `update partners
    set api_url = $2, webhook_url = $3, status = 'active', revision = revision + 1
    where partner_id = $1
      and (api_url, webhook_url, status) is distinct from ($2, $3, 'active')`,
    [partnerNumber(partnerId), apiUrl, webhookUrl],
  )
}

const createChannel = async (
  api: Api,
  operatorKey: string,
  kind: ChannelKind,
): Promise<DevChannel> => {
  const wanted = { name: NAMES[kind], kind }
  const created = await api.call<CreatedChannel>(
    'POST',
    '/operator/v1/channels',
    operatorKey,
    wanted,
  )
  return { channelId: created.channelId, apiKey: created.apiKey }
}
