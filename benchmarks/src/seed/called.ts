import type { Platform } from '../harness/platform.ts'

export type SeededChannel = { channelId: number; apiKey: string }

export type CalledPartner = { id: number; key: string }

/** Creates a counter network through the operator API. */
export const createChannel = async (platform: Platform): Promise<SeededChannel> => {
  // All payments that the load opens stay locked.
  await platform.operate('PATCH', '/channel-kinds/AGENCY', { openLocksMax: 10_000_000 })
  const body = { name: 'Benchmark counters', kind: 'AGENCY' }
  const { channelId, apiKey } = await platform.operate<{ channelId: string; apiKey: string }>(
    'POST',
    '/channels',
    body,
  )
  return { channelId: Number(channelId.replace('chn_', '')), apiKey }
}

/** Creates partners whose endpoints are the sink, through the operator API. */
export const createCalledPartners = async (
  platform: Platform,
  count: number,
  apiUrl: string,
): Promise<CalledPartner[]> => {
  const partners: CalledPartner[] = []
  for (let index = 0; index < count; index += 1) {
    const { partnerId, apiKey } = await platform.operate<{ partnerId: string; apiKey: string }>(
      'POST',
      '/partners',
      { name: `Partner ${index}`, apiUrl },
    )
    await platform.operate('POST', `/partners/${partnerId}/go-live`, { reason: 'A benchmark.' })
    partners.push({ id: Number(partnerId.replace('prt_', '')), key: apiKey })
  }
  return partners
}
