/** What happened to a person's account and was not read yet: for every frame, whatever asks the platform. */
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'

export type OwnSecurity = AnswerOf<'GET /account/v1/security'>

/**
 * For failed attempts, the browser stores up to when they were read; for notices, the platform
 * does.
 */
const keyOf = (userId: string): string => `wasl.tries-read.${userId}`

export const triesReadUntil = (userId: string): string => localStorage.getItem(keyOf(userId)) ?? ''

/** The notices that nobody has read, and the tries since the sign-in before that were not read here. */
export const countNews = ({ notices, tries, newTries }: OwnSecurity, readUntil: string) => ({
  notices: notices.filter(({ seenAt }) => seenAt === null).length,
  tries: tries.slice(0, newTries).filter(({ at }) => at > readUntil).length,
})

/** Returns what the platform answers then; null when there was no notice to mark. */
export const markNewsRead = async (
  userId: string,
  { notices, tries }: OwnSecurity,
): Promise<OwnSecurity | null> => {
  // First, because who leaves the page at once has read them as well.
  const until = tries[0]?.at
  if (until !== undefined) localStorage.setItem(keyOf(userId), until)
  const newest = notices[0]
  const unread = notices.some(({ seenAt }) => seenAt === null)
  return newest !== undefined && unread
    ? on('POST /account/v1/security/seen')({ body: { through: newest.noticeId } })
    : null
}
