/** The users of the operator, and of every partner and channel (D29). */
import { channelIdSchema, userIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { changeUserRequest, inviteUserRequest, signOutRequest } from '../../users.ts'
import { CHANGED, ENDED, INVITED, INVITED_AGAIN, TEXTS, USER_PAGE } from '../user-answers.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const usersQuery = listQuery.extend({
  channelId: channelIdSchema.optional().meta({ description: 'Only the users of this channel.' }),
})

const ofUser = { params: { userId: userIdSchema }, malformedParams: 'unknown' } as const

export const OPERATOR_USERS = {
  listUsers: {
    ...common,
    method: 'GET',
    path: '/operator/v1/users',
    permission: 'audit.view',
    summary: 'List users',
    description: TEXTS.list,
    query: usersQuery,
    answer: USER_PAGE,
  },
  inviteUser: {
    ...common,
    method: 'POST',
    path: '/operator/v1/users',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Invite a user',
    description: TEXTS.invite,
    body: {
      schema: inviteUserRequest,
      example: { name: 'Amina Haddad', email: 'amina@wasl.example', role: 'support' },
    },
    answer: INVITED,
    errors: ['PARTNER404_NOT_FOUND', 'CHANNEL404_NOT_FOUND', 'USER409_TAKEN'],
  },
  changeUser: {
    ...common,
    ...ofUser,
    method: 'PATCH',
    path: '/operator/v1/users/{userId}',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Change the role of a user, or disable one',
    description: TEXTS.change,
    body: { schema: changeUserRequest, example: { role: 'finance-maker' } },
    answer: CHANGED,
    errors: ['USER404_NOT_FOUND', 'USER409_TAKEN', 'USER409_LAST_OWNER', 'DIRECTORY409_ROLE'],
  },
  inviteUserAgain: {
    ...common,
    ...ofUser,
    method: 'POST',
    path: '/operator/v1/users/{userId}/invite',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Invite a user again',
    description: TEXTS.again,
    answer: INVITED_AGAIN,
    errors: ['USER404_NOT_FOUND', 'USER409_TAKEN'],
  },
  endSessionsOfUser: {
    ...common,
    ...ofUser,
    method: 'POST',
    path: '/operator/v1/users/{userId}/sessions/end',
    permission: 'users.edit',
    summary: 'End all sessions of a user',
    description: TEXTS.end,
    answer: ENDED,
    errors: ['USER404_NOT_FOUND'],
  },
  signOutEverybody: {
    ...common,
    method: 'POST',
    path: '/operator/v1/sessions/end',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Sign out everybody of an organisation, or of all',
    description: TEXTS.endAll,
    body: { schema: signOutRequest, example: { of: 'prt_1001' } },
    answer: ENDED,
    errors: ['PARTNER404_NOT_FOUND', 'CHANNEL404_NOT_FOUND'],
  },
} as const satisfies OperationTable
