import type { OPERATIONS } from '@wasl/protocol/operations'
import type { Organisation } from '../../parties/people/user.ts'
import {
  changeUserOf,
  endSessionsIn,
  inviteAgainIn,
  inviteTo,
  listUsersOf,
  type UsersDeps,
} from '../bodies/users.ts'
import type { Handlers } from '../server/routes.ts'
import type { ChannelCaller } from './channel.ts'

const of = ({ channelId }: ChannelCaller): Organisation => ({
  side: 'channel',
  partnerId: null,
  channelId,
})

/** The users of a channel (D29). */
export const users = (
  deps: UsersDeps,
): Handlers<typeof OPERATIONS.channel.users, ChannelCaller> => ({
  listChannelUsers: ({ query, caller }) => listUsersOf(deps, of(caller), query),

  inviteChannelUser: ({ body, caller }, refuse) => {
    const { name, email = null, role, agentId, language } = body
    const wanted = { organisation: of(caller), role, agentId, name, email, language }
    return inviteTo(deps, wanted, caller.actor, refuse)
  },

  changeChannelUser: ({ params, body, caller }, refuse) =>
    changeUserOf(deps, of(caller), { ...params, ...body }, caller.actor, (code, options) => {
      if (code === 'DIRECTORY409_ROLE') throw new Error('a channel has a directory')
      return refuse(code, options)
    }),

  inviteChannelUserAgain: ({ params, caller }, refuse) =>
    inviteAgainIn(deps, of(caller), params.userId, caller.actor, refuse),

  endSessionsOfChannelUser: ({ params, caller }, refuse) =>
    endSessionsIn(deps, of(caller), params.userId, caller.actor, refuse),
})
