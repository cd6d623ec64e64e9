import { useQuery } from '@tanstack/react-query'
import { on } from '../api/call.ts'
import { usePartnerNameOf } from '../lists/use-partner-name-of.ts'

/** As many as one answer has. */
const PARTNERS_MAX = 200

type Partner = { partnerId: string; name: string; nameAr: string | null }

/** The partners by id, for lists and for choices. Empty until they are there. */
export const usePartners = (): readonly Partner[] => {
  const { data } = useQuery({
    queryKey: ['partners', 'names'],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      on('GET /operator/v1/partners')({ query: { limit: String(PARTNERS_MAX) }, signal }),
  })
  return data?.items ?? []
}

/** The name of a partner, or its id while the name is not known. */
export const usePartnerName = (): ((partnerId: string) => string) => {
  const partners = usePartners()
  const nameOf = usePartnerNameOf()
  const names = new Map(partners.map((partner) => [partner.partnerId, nameOf(partner)]))
  return (partnerId) => names.get(partnerId) ?? partnerId
}
