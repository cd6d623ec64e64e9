import { useList } from '../../lists/use-list.ts'
import { usePartnerNameOf } from '../../lists/use-partner-name-of.ts'

/** The partners as choices of a field, by name. */
export const usePartners = (): readonly { value: string; label: string }[] => {
  const nameOf = usePartnerNameOf()
  const keyOf = ({ partnerId }: { partnerId: string }): string => partnerId
  return useList('GET /operator/v1/partners', {}, { keyOf }).rows.map((partner) => ({
    value: partner.partnerId,
    label: nameOf(partner),
  }))
}

/** The channels as choices of a field, by name. */
export const useChannels = (): readonly { value: string; label: string }[] =>
  useList('GET /operator/v1/channels', {}, { keyOf: ({ channelId }) => channelId }).rows.map(
    ({ channelId, name }) => ({ value: channelId, label: name }),
  )
