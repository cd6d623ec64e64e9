/** A user's own account: who I am, and where I am signed in (D29). */
import { sessionIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import { changeAccountRequest, endedSessions, ownSession, sessionList } from '../../people.ts'
import * as examples from '../examples/people.ts'

const common = { caller: 'person', tag: 'Account API' } as const

export const ACCOUNT_SESSIONS = {
  readSession: {
    ...common,
    method: 'GET',
    path: '/account/v1/session',
    summary: 'Read who is signed in',
    description: 'The user of this session, with the role and its permissions as they are now.',
    answer: {
      description: 'The signed-in user.',
      schema: ownSession,
      examples: { partner: examples.ownSession },
    },
  },
  endSession: {
    ...common,
    method: 'POST',
    path: '/account/v1/session/end',
    summary: 'Sign out',
    description:
      'Ends this session in every process at once, and removes its cookie. Send no body.',
    answer: {
      description: 'Signed out.',
      schema: endedSessions,
      examples: { ended: { count: 1 } },
    },
  },
  changeAccount: {
    ...common,
    method: 'PATCH',
    path: '/account/v1/account',
    summary: 'Choose the language',
    description: 'The language of this user’s screens, in every session.',
    body: { schema: changeAccountRequest, example: { language: 'ar' } },
    answer: {
      description: 'The user as changed.',
      schema: ownSession,
      examples: { changed: { ...examples.ownSession, language: 'ar' } },
    },
  },
  listSessions: {
    ...common,
    method: 'GET',
    path: '/account/v1/sessions',
    summary: 'List your own sessions',
    description: 'Where this user is signed in, the newest first.',
    answer: {
      description: 'The live sessions.',
      schema: sessionList,
      examples: { one: { items: [examples.sessionRecord] } },
    },
  },
  endOneSession: {
    ...common,
    method: 'POST',
    path: '/account/v1/sessions/{sessionId}/end',
    summary: 'End one of your sessions',
    description:
      'From its next request on, in every process. A session that has ended stays ended. Send no body.',
    params: { sessionId: sessionIdSchema },
    malformedParams: 'unknown',
    answer: {
      description: 'The session has ended.',
      schema: endedSessions,
      examples: { ended: { count: 1 } },
    },
    errors: ['SESSION404_NOT_FOUND'],
  },
  endOtherSessions: {
    ...common,
    method: 'POST',
    path: '/account/v1/sessions/end-others',
    summary: 'End all other sessions',
    description: 'Every session of this user but this one. Send no body.',
    answer: {
      description: 'The other sessions have ended.',
      schema: endedSessions,
      examples: { ended: { count: 2 } },
    },
  },
} as const satisfies OperationTable
