import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../api/call.ts'
import { queries } from './queries.ts'
import { countNews, markNewsRead, triesReadUntil, type OwnSecurity } from './security-news.ts'
import { useMe } from './session.ts'

export const ownSecurityQuery = queryOptions({
  queryKey: ['own-security'],
  staleTime: 60_000,
  queryFn: ({ signal }) => on('GET /account/v1/security')({ signal }),
})

export type SecurityNews = {
  /** Notices that nobody has read. */
  notices: number
  /** Wrong tries since the sign-in before this one that were not read in this browser. */
  tries: number
  markRead: () => void
  isMarking: boolean
  error: unknown
}

/** What happened to the person's account and was not read yet; null until it is known. */
export const useSecurityNews = (): SecurityNews | null => {
  const { userId } = useMe()
  const { data } = useQuery(ownSecurityQuery)
  const [readUntil, setReadUntil] = useState(() => triesReadUntil(userId))
  const mark = useMutation({
    mutationFn: async (known: OwnSecurity) => {
      const seen = await markNewsRead(userId, known)
      if (seen !== null) queries.setQueryData(ownSecurityQuery.queryKey, seen)
      setReadUntil(triesReadUntil(userId))
    },
  })
  if (data === undefined) return null
  return {
    ...countNews(data, readUntil),
    markRead: () => mark.mutate(data),
    isMarking: mark.isPending,
    error: mark.error,
  }
}
