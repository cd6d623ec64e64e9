/** The users of the channel (D29). */
import { userIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { changeChannelUserRequest, inviteChannelUserRequest } from '../../users.ts'
import { CHANGED, ENDED, INVITED, INVITED_AGAIN, TEXTS, USER_PAGE } from '../user-answers.ts'

const common = { caller: 'channel', tag: 'Channel API' } as const

const ofUser = { params: { userId: userIdSchema }, malformedParams: 'unknown' } as const

export const CHANNEL_USERS = {
  listChannelUsers: {
    ...common,
    method: 'GET',
    path: '/channel/v1/users',
    permission: 'audit.view',
    summary: 'List users',
    description: TEXTS.list,
    query: listQuery,
    answer: USER_PAGE,
  },
  inviteChannelUser: {
    ...common,
    method: 'POST',
    path: '/channel/v1/users',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Invite a user',
    description: TEXTS.invite,
    body: {
      schema: inviteChannelUserRequest,
      example: { name: 'Karim B.', role: 'courier', agentId: 'agt_12' },
    },
    answer: INVITED,
    errors: ['USER409_TAKEN'],
  },
  changeChannelUser: {
    ...common,
    ...ofUser,
    method: 'PATCH',
    path: '/channel/v1/users/{userId}',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Change the role of a user, or disable one',
    description: TEXTS.change,
    body: { schema: changeChannelUserRequest, example: { role: 'supervisor' } },
    answer: CHANGED,
    errors: ['USER404_NOT_FOUND', 'USER409_TAKEN', 'USER409_LAST_OWNER'],
  },
  inviteChannelUserAgain: {
    ...common,
    ...ofUser,
    method: 'POST',
    path: '/channel/v1/users/{userId}/invite',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Invite a user again',
    description: TEXTS.again,
    answer: INVITED_AGAIN,
    errors: ['USER404_NOT_FOUND', 'USER409_TAKEN'],
  },
  endSessionsOfChannelUser: {
    ...common,
    ...ofUser,
    method: 'POST',
    path: '/channel/v1/users/{userId}/sessions/end',
    permission: 'users.edit',
    summary: 'End all sessions of a user',
    description: TEXTS.end,
    answer: ENDED,
    errors: ['USER404_NOT_FOUND'],
  },
} as const satisfies OperationTable
