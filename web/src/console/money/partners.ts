import { useList } from '../../lists/use-list.ts'

/** The partners as choices of a field, by name. */
export const usePartners = (): readonly { value: string; label: string }[] =>
  useList('GET /operator/v1/partners', {}, { keyOf: ({ partnerId }) => partnerId }).rows.map(
    ({ partnerId, name }) => ({ value: partnerId, label: name }),
  )

/** The channels as choices of a field, by name. */
export const useChannels = (): readonly { value: string; label: string }[] =>
  useList('GET /operator/v1/channels', {}, { keyOf: ({ channelId }) => channelId }).rows.map(
    ({ channelId, name }) => ({ value: channelId, label: name }),
  )
