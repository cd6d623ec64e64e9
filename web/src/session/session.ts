import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { waitForPerson } from '../api/session-end.ts'
import { queries } from './queries.ts'

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
  partnerNameAr?: string
  channelId?: string
  agentId?: string
  method: string
  steppedUpUntil: string | null
}

/** Leads to the page for signing in, which leads back here. */
export const goToSignIn = (): void => {
  const back = location.pathname + location.search
  location.assign(`/account/sign-in?back=${encodeURIComponent(back)}`)
}

const signIn = (): never => {
  goToSignIn()
  throw new Error('nobody is signed in')
}

/** The session of this browser; null when nobody is signed in. */
export const readSession = async (): Promise<Session | null> => {
  const response = await fetch('/account/v1/session', { credentials: 'same-origin' })
  if (response.status >= 500) throw new Error(`the session cannot be read: ${response.status}`)
  return response.ok ? ((await response.json()) as Session) : null
}

const SESSION = ['session'] as const

/** Who works with this page; null before anybody does. */
export const knownSession = (): Session | null => queries.getQueryData<Session>(SESSION) ?? null

export const sessionQuery = queryOptions({
  queryKey: SESSION,
  staleTime: 60_000,
  queryFn: async (): Promise<Session> => {
    const session = await readSession()
    if (session !== null) return session
    // A page that is worked with stays, with what is typed on it.
    if (knownSession() === null || !(await waitForPerson())) return signIn()
    return (await readSession()) ?? signIn()
  },
})

export type Me = Session & { may: (permission: string) => boolean }

/** Who is signed in, and what they may do. The loader of the root route has fetched it. */
export const useMe = (): Me => {
  const { data } = useSuspenseQuery(sessionQuery)
  return { ...data, may: (permission) => data.permissions.includes(permission) }
}
