/** The users of the partner (D29). */
import { userIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { changePartnerUserRequest, invitePartnerUserRequest } from '../../users.ts'
import { CHANGED, ENDED, INVITED, INVITED_AGAIN, TEXTS, USER_PAGE } from '../user-answers.ts'

const common = { caller: 'partner', tag: 'Users API' } as const

const ofUser = { params: { userId: userIdSchema }, malformedParams: 'unknown' } as const

export const PARTNER_USERS = {
  listPartnerUsers: {
    ...common,
    method: 'GET',
    path: '/partner/users/v1',
    permission: 'audit.view',
    summary: 'List users',
    description: TEXTS.list,
    query: listQuery,
    answer: USER_PAGE,
    errors: ['PARTNER_API403_MERCHANT_INACTIVE'],
  },
  invitePartnerUser: {
    ...common,
    method: 'POST',
    path: '/partner/users/v1',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Invite a user',
    description: TEXTS.invite,
    body: {
      schema: invitePartnerUserRequest,
      example: { name: 'Amina Haddad', email: 'amina@ecole.example', role: 'viewer' },
    },
    answer: INVITED,
    errors: [
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_CHANGES',
      'USER409_TAKEN',
    ],
  },
  changePartnerUser: {
    ...common,
    ...ofUser,
    method: 'PATCH',
    path: '/partner/users/v1/{userId}',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Change the role of a user, or disable one',
    description: TEXTS.change,
    body: { schema: changePartnerUserRequest, example: { role: 'developer' } },
    answer: CHANGED,
    errors: [
      'USER404_NOT_FOUND',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_CHANGES',
      'USER409_TAKEN',
      'USER409_LAST_OWNER',
      'DIRECTORY409_ROLE',
    ],
  },
  invitePartnerUserAgain: {
    ...common,
    ...ofUser,
    method: 'POST',
    path: '/partner/users/v1/{userId}/invite',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Invite a user again',
    description: TEXTS.again,
    answer: INVITED_AGAIN,
    errors: [
      'USER404_NOT_FOUND',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_CHANGES',
      'USER409_TAKEN',
    ],
  },
  endSessionsOfPartnerUser: {
    ...common,
    ...ofUser,
    method: 'POST',
    path: '/partner/users/v1/{userId}/sessions/end',
    permission: 'users.edit',
    summary: 'End all sessions of a user',
    description: TEXTS.end,
    answer: ENDED,
    errors: [
      'USER404_NOT_FOUND',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_CHANGES',
    ],
  },
} as const satisfies OperationTable
