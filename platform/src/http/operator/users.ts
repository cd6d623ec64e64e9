import { isRoleOf } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type { BodyOf } from '@wasl/protocol'
import type pg from 'pg'
import { signOutEverybody } from '../../parties/people/sign-out-everybody.ts'
import { THE_OPERATOR, type Organisation } from '../../parties/people/user.ts'
import { channelNumber, partnerNumber } from '../../base/wire-ids.ts'
import {
  changeUserOf,
  endSessionsIn,
  inviteAgainIn,
  inviteTo,
  listUsersOf,
} from '../bodies/users.ts'
import type { Refuse } from '../server/routes.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The users of the operator, and of every partner and channel (D29). */
export const users = ({ db, databaseOf, codes }: RouteDeps): OperatorHandlers<'users'> => {
  const deps = { pool: db.pool, lists: db.operatorLists, publicOrigin: codes.publicOrigin }
  return {
    listUsers: ({ query }) => {
      const { channelId } = query
      if (channelId === undefined) return listUsersOf(deps, null, query)
      const of = {
        side: 'channel',
        partnerId: null,
        channelId: channelNumber(channelId) ?? 0,
      } as const
      return listUsersOf(deps, of, query)
    },

    async inviteUser({ body, caller: { actor } }, refuse) {
      const organisation = await organisationOf({ pool: db.pool, databaseOf }, body, refuse)
      const { name, email = null, role, agentId, language } = body
      if (!isRoleOf(organisation.side, role)) {
        const message = `expected a role of the side ${organisation.side}`
        throw refuse('VALIDATION400', { details: [{ path: 'role', message }] })
      }
      return inviteTo(deps, { organisation, role, agentId, name, email, language }, actor, refuse)
    },

    changeUser: ({ params, body, caller: { actor } }, refuse) =>
      changeUserOf(deps, null, { ...params, ...body }, actor, refuse),

    inviteUserAgain: ({ params, caller: { actor } }, refuse) =>
      inviteAgainIn(deps, null, params.userId, actor, refuse),

    endSessionsOfUser: ({ params, caller: { actor } }, refuse) =>
      endSessionsIn(deps, null, params.userId, actor, refuse),

    async signOutEverybody({ body: { of: whose }, caller: { actor, person } }, refuse) {
      const found = await organisationOf({ pool: db.pool, databaseOf }, namedBy(whose), refuse)
      const of = whose === 'everybody' ? null : found
      const except = person?.sessionId ?? null
      return { count: await signOutEverybody(db.pool, { of, except }, actor) }
    },
  }
}

type Users = typeof OPERATIONS.operator.users
type InviteUser = Users['inviteUser']
type Named = Pick<BodyOf<InviteUser>, 'partnerId' | 'channelId'>

const namedBy = (whose: BodyOf<Users['signOutEverybody']>['of']): Named => {
  if (whose === 'everybody' || whose === 'operator') return {}
  return partnerNumber(whose) === null ? { channelId: whose } : { partnerId: whose }
}

/** Where the user belongs, which must exist. */
const organisationOf = async (
  { pool, databaseOf }: Pick<RouteDeps, 'databaseOf'> & { pool: pg.Pool },
  { partnerId: partner, channelId: channel }: Named,
  refuse: Refuse<'VALIDATION400' | 'PARTNER404_NOT_FOUND' | 'CHANNEL404_NOT_FOUND'>,
): Promise<Organisation> => {
  if (partner === undefined && channel === undefined) return THE_OPERATOR
  if (partner !== undefined && channel !== undefined) {
    const message = 'expected either partnerId or channelId'
    throw refuse('VALIDATION400', { details: [{ path: 'channelId', message }] })
  }
  const partnerId = partner === undefined ? null : partnerNumber(partner)
  const channelId = channel === undefined ? null : channelNumber(channel)
  const { rowCount } =
    partnerId === null
      ? await pool.query('select from channels where channel_id = $1', [channelId])
      : await (
          await databaseOf(partnerId)
        ).pool.query('select from partners where partner_id = $1', [partnerId])
  if (partnerId !== null) {
    if (rowCount === 0) throw refuse('PARTNER404_NOT_FOUND')
    return { side: 'partner', partnerId, channelId: null }
  }
  if (rowCount === 0 || channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
  return { side: 'channel', partnerId: null, channelId }
}
