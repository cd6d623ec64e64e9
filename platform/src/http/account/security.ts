import type { OwnSecurity } from '@wasl/protocol'
import { countTriesSince, listTries, type TryRow } from '../../parties/credentials/tries.ts'
import type { FoundSession } from '../../parties/people/find-session.ts'
import {
  listNotices,
  markNoticesSeen,
  type NoticeRow,
} from '../../parties/people/security-notices.ts'
import type { AccountDeps, AccountHandlers } from './account-deps.ts'

/** What happened to one's own account. */
export const security = ({ db }: AccountDeps): AccountHandlers<'security'> => {
  const read = async ({ userId, sessionId }: FoundSession): Promise<OwnSecurity> => {
    const [notices, tries, newTries] = await Promise.all([
      listNotices(db.pool, userId),
      listTries(db.pool, userId),
      countTriesSince(db.pool, { userId, sessionId }),
    ])
    return { notices: notices.map(noticeBody), tries: tries.map(tryBody), newTries }
  }
  return {
    readOwnSecurity: ({ caller: { person } }) => read(person),

    async markSecuritySeen({ body: { through }, caller: { person } }) {
      await markNoticesSeen(db.pool, person.userId, Number(through))
      return read(person)
    },
  }
}

const noticeBody = (row: NoticeRow): OwnSecurity['notices'][number] => ({
  noticeId: String(row.notice_id),
  kind: row.kind,
  at: row.made_at.toISOString(),
  by: row.by_name,
  subject: row.subject,
  name: row.subject_name,
  seenAt: row.seen_at?.toISOString() ?? null,
})

const tryBody = (row: TryRow): OwnSecurity['tries'][number] => ({
  at: row.tried_at.toISOString(),
  method: row.method,
  address: row.address,
  userAgent: row.user_agent,
  device: row.device,
})
