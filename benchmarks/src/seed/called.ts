import type { Platform } from '../harness/platform.ts'

export type SeededChannel = { channelId: number; apiKey: string }

/** A counter network, made as an operator makes one. */
export const createChannel = async (platform: Platform): Promise<SeededChannel> => {
  // The load leaves all that it opens locked.
  await platform.operate('PATCH', '/channel-kinds/AGENCY', { openLocksMax: 10_000_000 })
  const body = { name: 'Benchmark counters', kind: 'AGENCY' }
  const { channelId, apiKey } = await platform.operate<{ channelId: string; apiKey: string }>(
    'POST',
    '/channels',
    body,
  )
  return { channelId: Number(channelId.replace('chn_', '')), apiKey }
}

/** Partners that are called at the sink, made as an operator makes them. */
export const createCalledPartners = async (
  platform: Platform,
  count: number,
  apiUrl: string,
): Promise<number[]> => {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { partnerId } = await platform.operate<{ partnerId: string }>('POST', '/partners', {
      name: `Partner ${index}`,
      apiUrl,
    })
    ids.push(Number(partnerId.replace('prt_', '')))
  }
  return ids
}
