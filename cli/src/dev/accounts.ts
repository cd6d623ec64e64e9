import {
  CHANNEL_KINDS,
  type ChannelKind,
  type CreatedChannel,
  type CreatedPartner,
} from '@wasl/protocol'
import type { RunningPlatform } from '@wasl/platform'
import type { Api } from './api.ts'
import type { DevChannel, DevPartner, DevState } from './home.ts'

/** The developer's partner, and a channel of each kind that pays it. */
export type Accounts = { partner: DevPartner; channels: Record<ChannelKind, DevChannel> }

type Urls = { apiUrl: string; webhookUrl: string | null }

const NAMES: Record<ChannelKind, string> = {
  AGENCY: 'Agency of wasl dev',
  DELIVERY: 'Courier of wasl dev',
  MARKETPLACE: 'App of wasl dev',
}

/** The partner and the channels of an earlier run, or new ones; `save` is called after each. */
export const prepareAccounts = async (
  { api, local }: { api: Api; local: RunningPlatform['local'] },
  state: DevState,
  urls: Urls,
  save: (changes: Partial<DevState>) => void,
): Promise<Accounts> => {
  const { operatorKey } = state
  const kept = await keptPartner(api, state)
  const partner = kept ?? (await createPartner(api, operatorKey, urls))
  save({ partner })
  await local.aimPartner(partner.partnerId, urls)
  // A new database may give the same number to a new partner, but it knows no earlier channel.
  const channels = kept === null ? {} : { ...state.channels }
  for (const kind of CHANNEL_KINDS) {
    channels[kind] ??= await createChannel(api, operatorKey, kind)
    save({ channels: { ...channels } })
  }
  return { partner, channels: channels as Accounts['channels'] }
}

/** Null when the database was removed in the meantime: a new one does not know the partner. */
const keptPartner = async (
  api: Api,
  { partner, operatorKey }: DevState,
): Promise<DevPartner | null> => {
  if (partner === undefined) return null
  const path = `/operator/v1/partners/${partner.partnerId}`
  return (await api.ask('GET', path, operatorKey)).status === 200 ? partner : null
}

const createPartner = async (
  api: Api,
  operatorKey: string,
  { apiUrl, webhookUrl }: Urls,
): Promise<DevPartner> => {
  const { partnerId, apiKey, apiSecret, hmacSecret } = await api.call<CreatedPartner>(
    'POST',
    '/operator/v1/partners',
    operatorKey,
    {
      name: 'Partner of wasl dev',
      apiUrl,
      ...(webhookUrl === null ? {} : { webhookUrl }),
    },
  )
  return { partnerId, apiKey, apiSecret, hmacSecret }
}

const createChannel = async (
  api: Api,
  operatorKey: string,
  kind: ChannelKind,
): Promise<DevChannel> => {
  const path = '/operator/v1/channels'
  const channel = { name: NAMES[kind], kind }
  const { channelId, apiKey } = await api.call<CreatedChannel>('POST', path, operatorKey, channel)
  return { channelId, apiKey }
}
