import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type { Organisation } from '../../parties/people/user.ts'
import {
  changeUserOf,
  endSessionsIn,
  inviteAgainIn,
  inviteTo,
  listUsersOf,
  type UsersDeps,
} from '../bodies/users.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { forEvents, type EventsCaller, type PartnerKeys } from './partner.ts'

export type PartnerUsersDeps = PartnerKeys & { publicOrigin: () => string }

const { users: table } = OPERATIONS.partner

/** The users of a partner (D29). */
export const partnerUsers = (app: FastifyInstance, deps: PartnerUsersDeps): void => {
  const { db, publicOrigin } = deps
  const users = { pool: db.pool, lists: db.partnerLists, publicOrigin }
  forEvents(app, deps, (scope, options) => addRoutes(scope, table, handlersOf(users), options))
}

const of = ({ partnerId }: EventsCaller): Organisation => ({
  side: 'partner',
  partnerId,
  channelId: null,
})

const handlersOf = (deps: UsersDeps): Handlers<typeof table, EventsCaller> => ({
  listPartnerUsers: ({ query, caller }) => listUsersOf(deps, of(caller), query),

  invitePartnerUser: ({ body, caller }, refuse) => {
    const { name, email = null, role, language } = body
    const wanted = { organisation: of(caller), role, name, email, language }
    return inviteTo(deps, wanted, caller.actor, refuse)
  },

  changePartnerUser: ({ params, body, caller }, refuse) => {
    const wanted = { ...params, ...body }
    return changeUserOf(deps, of(caller), wanted, caller.actor, refuse)
  },

  invitePartnerUserAgain: ({ params, caller }, refuse) =>
    inviteAgainIn(deps, of(caller), params.userId, caller.actor, refuse),

  endSessionsOfPartnerUser: ({ params, caller }, refuse) =>
    endSessionsIn(deps, of(caller), params.userId, caller.actor, refuse),
})
