import { useQuery } from '@tanstack/react-query'
import { on } from '../api/call.ts'
import { usePartnerNameOf } from '../lists/use-partner-name-of.ts'

/** As many as one answer has. */
const PARTNERS_MAX = 200

type Partner = { partnerId: string; name: string; nameAr: string | null }

/** The partners by id, named in the script of the page. Empty until they are there. */
export const usePartners = (): readonly Partner[] => {
  const { data } = useQuery({
    queryKey: ['partners', 'names'],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      on('GET /operator/v1/partners')({ query: { limit: String(PARTNERS_MAX) }, signal }),
  })
  const nameOf = usePartnerNameOf()
  const named = (partner: Partner): Partner => ({
    partnerId: partner.partnerId,
    name: nameOf(partner),
    nameAr: partner.nameAr,
  })
  return data?.items.map(named) ?? []
}

/** The name of a partner, or its id while the name is not known. */
export const usePartnerName = (): ((partnerId: string) => string) => {
  const partners = usePartners()
  const names = new Map(partners.map(({ partnerId, name }) => [partnerId, name]))
  return (partnerId) => names.get(partnerId) ?? partnerId
}
