import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

/** Who is signed in, as `GET /account/v1/session` answers. */
export type Session = {
  userId: string
  name: string
  email: string | null
  side: 'operator' | 'channel' | 'partner'
  role: string
  permissions: readonly string[]
  language: 'ar' | 'fr' | 'en'
  partnerId?: string
  partnerName?: string
  channelId?: string
  agentId?: string
  method: string
  steppedUpUntil: string | null
}

/** Leads to the page for signing in, which leads back here. */
const signIn = (): never => {
  const back = location.pathname + location.search
  location.assign(`/account/sign-in?back=${encodeURIComponent(back)}`)
  throw new Error('nobody is signed in')
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session> => {
    const response = await fetch('/account/v1/session', { credentials: 'same-origin' })
    if (response.status >= 500) throw new Error(`the session cannot be read: ${response.status}`)
    if (!response.ok) return signIn()
    return (await response.json()) as Session
  },
})

export type Me = Session & { may: (permission: string) => boolean }

/** Who is signed in, and what they may do. The loader of the root route has fetched it. */
export const useMe = (): Me => {
  const { data } = useSuspenseQuery(sessionQuery)
  return { ...data, may: (permission) => data.permissions.includes(permission) }
}
