import type {
  ChannelKind,
  CreatedChannel,
  CreatedPartner,
  PatchedPartner,
  Rotated,
} from '@wasl/protocol'
import type { Api } from './api.ts'
import type { Demo, DemoChannel } from './demo-file.ts'

/** The shop of the demonstration, and the secrets that it shares with the platform in this run. */
export type Partner = {
  partnerId: string
  apiKey: string
  port: number
  apiSecret: string
  hmacSecret: string
}

export type Cast = { partner: Partner; channels: Record<ChannelKind, DemoChannel> }

export const PARTNER_NAME = 'Dar El Bahia'

const CHANNEL_NAMES: Record<ChannelKind, string> = {
  AGENCY: 'Agence Es Senia',
  DELIVERY: 'Coursier Oran',
  MARKETPLACE: 'Souk en ligne',
}

/** Finds the partner and the channels of an earlier run, or creates them as an operator does. */
export const gatherCast = async (
  api: Api,
  demo: Demo,
  partnerPort: number,
  save: (demo: Demo) => void,
): Promise<Cast> => {
  const { operatorKey } = demo
  const partner = await preparePartner(api, demo, partnerPort)
  const { partnerId, apiKey } = partner
  const channels = { ...demo.channels }
  const keep = (): void => {
    save({ operatorKey, partner: { partnerId, apiKey, port: partnerPort }, channels })
  }
  keep()
  const channelOf = async (kind: ChannelKind): Promise<DemoChannel> => {
    const known = channels[kind]
    if (known && (await isChannelKey(api, known.apiKey))) return known
    const created = await createChannel(api, operatorKey, kind)
    channels[kind] = created
    keep()
    return created
  }
  return {
    partner,
    channels: {
      AGENCY: await channelOf('AGENCY'),
      DELIVERY: await channelOf('DELIVERY'),
      MARKETPLACE: await channelOf('MARKETPLACE'),
    },
  }
}

const preparePartner = async (api: Api, demo: Demo, port: number): Promise<Partner> => {
  const apiUrl = `http://127.0.0.1:${port}`
  const known = demo.partner
  if (known === undefined || !(await isPartnerKey(api, known.apiKey))) {
    const created = await api.call<CreatedPartner>(
      'POST',
      '/operator/v1/partners',
      demo.operatorKey,
      { name: PARTNER_NAME, apiUrl },
    )
    const { partnerId, apiKey, apiSecret, hmacSecret } = created
    return { partnerId, apiKey, port, apiSecret, hmacSecret }
  }
  const { partnerId, apiKey } = known
  const path = `/operator/v1/partners/${partnerId}`
  const patch = { apiUrl, webhookUrl: null, status: 'active' }
  // Another port is another host: then the platform has replaced both secrets itself.
  const patched = await api.call<PatchedPartner>('PATCH', path, demo.operatorKey, patch)
  const renew = async (secret: 'apiSecret' | 'hmacSecret'): Promise<string> => {
    const rotation = { secret, overlapSeconds: 0 }
    return (await api.call<Rotated>('POST', `${path}/rotate`, demo.operatorKey, rotation)).value
  }
  return {
    partnerId,
    apiKey,
    port,
    apiSecret: patched.apiSecret ?? (await renew('apiSecret')),
    hmacSecret: patched.hmacSecret ?? (await renew('hmacSecret')),
  }
}

const createChannel = async (
  api: Api,
  operatorKey: string,
  kind: ChannelKind,
): Promise<DemoChannel> => {
  const wanted = { name: CHANNEL_NAMES[kind], kind }
  const created = await api.call<CreatedChannel>(
    'POST',
    '/operator/v1/channels',
    operatorKey,
    wanted,
  )
  return { channelId: created.channelId, apiKey: created.apiKey }
}

/** The keys of a database that was removed meanwhile are unknown to the new one. */
const isPartnerKey = async (api: Api, apiKey: string): Promise<boolean> =>
  (await api.ask('GET', '/partner/payments/v1/0/status', apiKey)).status !== 401

const NO_PAYMENT = '00000000-0000-7000-8000-000000000000'

const isChannelKey = async (api: Api, apiKey: string): Promise<boolean> =>
  (await api.ask('GET', `/channel/v1/payments/${NO_PAYMENT}`, apiKey)).status !== 401
