/** Where names come from, for fields in which somebody is picked by name. */
import { on } from '../../api/call.ts'
import type { Language } from '../../texts/language.ts'
import { allPages } from '../all-pages.ts'

export type PickKind = 'partner' | 'channel' | 'agent' | 'colleague'

export type Picked = {
  id: string
  name: string
  /** What tells two of the same name apart. */
  detail?: string | undefined
}

/** Letters alone: without accents, marks and case, as people type names. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[أإآ]/g, 'ا').toLowerCase().trim()

const LIMIT = '200'

const channels = (signal: AbortSignal) =>
  allPages((cursor) => on('GET /operator/v1/channels')({ query: { limit: LIMIT, cursor }, signal }))

export const agentsOf = (channelId: string, signal: AbortSignal) =>
  allPages((cursor) =>
    on('GET /operator/v1/channels/{channelId}/agents')({
      params: { channelId },
      query: { limit: LIMIT, cursor },
      signal,
    }),
  )

export type Source = (signal: AbortSignal, language: Language) => Promise<readonly Picked[]>

/** Somebody or something of one page alone. */
export type OwnSource = {
  /** Different for everything that it reads. */
  key: string
  /** What the empty field says. */
  placeholder: string
  read: Source
}

export const PICK_SOURCES: Record<PickKind, Source> = {
  partner: async (signal, language) => {
    const partners = await allPages((cursor) =>
      on('GET /operator/v1/partners')({ query: { limit: LIMIT, cursor }, signal }),
    )
    return partners.map(({ partnerId, name, nameAr }) => ({
      id: partnerId,
      name: language === 'ar' ? (nameAr ?? name) : name,
      detail: partnerId,
    }))
  },
  channel: async (signal) =>
    (await channels(signal)).map(({ channelId, name }) => ({ id: channelId, name })),
  agent: async (signal) => {
    const found: Picked[] = []
    for (const { channelId, name: channel } of await channels(signal)) {
      for (const { agentId, name } of await agentsOf(channelId, signal)) {
        found.push({ id: agentId, name, detail: channel })
      }
    }
    return found
  },
  colleague: async (signal) => {
    const { items } = await on('GET /operator/v1/colleagues')({ signal })
    return items.map(({ userId, name, email }) => ({
      id: userId,
      name,
      detail: email ?? undefined,
    }))
  },
}
