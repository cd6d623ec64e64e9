/** Signing in through a company's directory, by OpenID Connect (W277). */
import {
  directorySignInStart,
  signInByDirectoryRequest,
  startDirectorySignInRequest,
} from '../../directories.ts'
import type { OperationTable } from '../../operation.ts'
import { OF_ANYONE, SIGNED_IN } from './sign-in.ts'

const common = { caller: 'anyone', tag: 'Account API' } as const

export const ACCOUNT_DIRECTORY = {
  startDirectorySignIn: {
    ...common,
    method: 'POST',
    path: '/account/v1/sign-in/directory/start',
    summary: 'Begin to sign in through a company’s directory',
    description:
      'Sets a cookie for the five minutes in which this browser may come back with the answer.',
    body: { schema: startDirectorySignInRequest, example: { organisation: 'prt_1001' } },
    answer: {
      description: 'Where the browser goes.',
      schema: directorySignInStart,
      examples: {
        start: { url: 'https://login.ecole.example/realms/staff/auth?client_id=wasl' },
      },
    },
    errors: ['DIRECTORY404_NOT_FOUND', 'DIRECTORY502_NO_ANSWER', ...OF_ANYONE],
  },
  signInByDirectory: {
    ...common,
    method: 'POST',
    path: '/account/v1/sign-in/directory',
    summary: 'Sign in through a company’s directory',
    description:
      'Send the query with which the directory opened the page. A person who signs in for the first time gets ' +
      'an account with the role of the group. Without such a group the account is closed.',
    body: {
      schema: signInByDirectoryRequest,
      example: { callback: '?code=kq3mXo0nF9R7&state=o6hYc2PzqV8JtW1sLxG5' },
    },
    answer: SIGNED_IN,
    errors: [
      'DIRECTORY401_NOT_CONFIRMED',
      'DIRECTORY403_NO_GROUP',
      'DIRECTORY403_CLOSED',
      'DIRECTORY404_NOT_FOUND',
      'DIRECTORY502_NO_ANSWER',
      'USER409_TAKEN',
      ...OF_ANYONE,
    ],
  },
} as const satisfies OperationTable
