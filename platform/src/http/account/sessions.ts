import type { OwnSession, SessionRecord } from '@wasl/protocol'
import { endOwnSessions } from '../../parties/people/end-sessions.ts'
import type { FoundSession } from '../../parties/people/find-session.ts'
import { listSessions, type SessionRow } from '../../parties/people/list-sessions.ts'
import { actorOf, permissionsOfPerson } from '../../parties/people/session.ts'
import { setLanguage } from '../../parties/people/set-language.ts'
import {
  agentWireId,
  channelWireId,
  partnerWireId,
  sessionNumber,
  sessionWireId,
  userWireId,
} from '../../base/wire-ids.ts'
import { Answered } from '../server/routes.ts'
import { endedCookie } from '../server/session-cookie.ts'
import type { AccountDeps, AccountHandlers } from './account-deps.ts'

/** Who I am, and where I am signed in. */
export const sessions = ({ db, ownOrigins }: AccountDeps): AccountHandlers<'sessions'> => ({
  readSession: ({ caller }) => ownSessionOf(caller.person),

  async endSession({ caller: { person }, request }) {
    const { userId, partnerId, sessionId } = person
    const which = { userId, partnerId, only: sessionId }
    const { count } = await endOwnSessions(db.pool, which, actorOf(person, request.id))
    return new Answered(
      200,
      'application/json',
      { count },
      {
        'set-cookie': endedCookie(ownOrigins()),
      },
    )
  },

  async changeAccount({ body: { language }, caller: { person } }) {
    await setLanguage(db.pool, person.userId, language)
    return ownSessionOf({ ...person, language })
  },

  async listSessions({ caller: { person } }) {
    const rows = await listSessions(db.operatorLists, person.userId)
    return { items: rows.map((row) => sessionRecordOf(row, person.sessionId)) }
  },

  async endOneSession({ params, caller: { person }, request }, refuse) {
    const only = sessionNumber(params.sessionId)
    if (only === null) throw refuse('SESSION404_NOT_FOUND')
    const which = { userId: person.userId, partnerId: person.partnerId, only }
    const { found, count } = await endOwnSessions(db.pool, which, actorOf(person, request.id))
    if (!found) throw refuse('SESSION404_NOT_FOUND')
    return { count }
  },

  async endOtherSessions({ caller: { person }, request }) {
    const { userId, partnerId, sessionId: except } = person
    const which = { userId, partnerId, except }
    const { count } = await endOwnSessions(db.pool, which, actorOf(person, request.id))
    return { count }
  },
})

const ownSessionOf = (person: FoundSession): OwnSession => ({
  userId: userWireId(person.userId),
  sessionId: sessionWireId(person.sessionId),
  name: person.name,
  email: person.email,
  language: person.language,
  side: person.side,
  role: person.role,
  permissions: [...permissionsOfPerson(person)],
  ...(person.partnerId !== null && { partnerId: partnerWireId(person.partnerId) }),
  ...(person.partnerName !== null && { partnerName: person.partnerName }),
  ...(person.partnerNameAr !== null && { partnerNameAr: person.partnerNameAr }),
  ...(person.channelId !== null && { channelId: channelWireId(person.channelId) }),
  ...(person.channelName !== null && { channelName: person.channelName }),
  ...(person.agentId !== null && { agentId: agentWireId(person.agentId) }),
  method: person.method,
  steppedUpUntil: person.steppedUpUntil?.toISOString() ?? null,
  expiresAt: person.expiresAt.toISOString(),
})

const sessionRecordOf = (row: SessionRow, ownSessionId: number): SessionRecord => ({
  sessionId: sessionWireId(row.session_id),
  isThisOne: row.session_id === ownSessionId,
  method: row.method,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  userAgent: row.user_agent,
  address: row.address,
})
