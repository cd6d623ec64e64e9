import { usePartnerName } from '../../people/partner-names.ts'
import { useTexts } from '../../texts/texts.ts'
import { useChannels } from '../money/partners.ts'
import { USERS } from './texts.ts'

type Member = { partnerId?: string | null | undefined; channelId?: string | null | undefined }

/** The name of what somebody, or a key, belongs to: a partner, a channel, or the operator. */
export const useOrganisation = (): ((member: Member) => string) => {
  const t = useTexts(USERS)
  const partnerName = usePartnerName()
  const channels = new Map(useChannels().map(({ value, label }) => [value, label]))
  return ({ partnerId = null, channelId = null }) => {
    if (partnerId !== null) return partnerName(partnerId)
    return channelId === null ? t('operator') : (channels.get(channelId) ?? channelId)
  }
}
