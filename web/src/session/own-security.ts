import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'
import { queries } from './queries.ts'
import { useMe } from './session.ts'

export type OwnSecurity = AnswerOf<'GET /account/v1/security'>

export const ownSecurityQuery = queryOptions({
  queryKey: ['own-security'],
  staleTime: 60_000,
  queryFn: ({ signal }) => on('GET /account/v1/security')({ signal }),
})

/**
 * For failed attempts, the browser stores up to when they were read; for notices, the platform
 * does.
 */
const keyOf = (userId: string): string => `wasl.tries-read.${userId}`

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
  const [readUntil, setReadUntil] = useState(() => localStorage.getItem(keyOf(userId)) ?? '')
  const mark = useMutation({
    mutationFn: async ({ notices, tries }: OwnSecurity) => {
      const newest = notices[0]
      const unread = notices.some(({ seenAt }) => seenAt === null)
      if (newest !== undefined && unread) {
        const body = { through: newest.noticeId }
        const seen = await on('POST /account/v1/security/seen')({ body })
        queries.setQueryData(ownSecurityQuery.queryKey, seen)
      }
      const until = tries[0]?.at
      if (until === undefined) return
      localStorage.setItem(keyOf(userId), until)
      setReadUntil(until)
    },
  })
  if (data === undefined) return null
  return {
    notices: data.notices.filter(({ seenAt }) => seenAt === null).length,
    tries: data.tries.slice(0, data.newTries).filter(({ at }) => at > readUntil).length,
    markRead: () => mark.mutate(data),
    isMarking: mark.isPending,
    error: mark.error,
  }
}
