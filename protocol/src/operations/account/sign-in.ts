/** Signing in (D29). The answer sets the cookie of a new session. */
import {
  passkeyOptions,
  signedIn,
  signInByPasskeyRequest,
  signInByPasswordRequest,
} from '../../credentials.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/credentials.ts'

/** Another site may not sign a browser in, and an address has a limit of wrong tries. */
export const OF_ANYONE = ['PERSON403_ORIGIN', 'REQUEST429_RATE_LIMITED'] as const

const common = { caller: 'anyone', tag: 'Account API' } as const

export const SIGNED_IN = {
  description: 'Signed in: the cookie of the new session is set.',
  schema: signedIn,
  examples: { 'signed in': examples.signedIn },
} as const

const OPTIONS = {
  description: 'What the browser needs.',
  schema: passkeyOptions,
  examples: { options: examples.passkeyOptions },
} as const

export const ACCOUNT_SIGN_IN = {
  startPasskeySignIn: {
    ...common,
    method: 'POST',
    path: '/account/v1/sign-in/passkey/options',
    summary: 'Begin to sign in with a passkey',
    description: 'The passkey says who signs in. Send no body.',
    answer: OPTIONS,
    errors: ['PASSKEY409_NO_DOMAIN', ...OF_ANYONE],
  },
  signInByPasskey: {
    ...common,
    method: 'POST',
    path: '/account/v1/sign-in/passkey',
    summary: 'Sign in with a passkey',
    description: 'Send the answer of the browser’s WebAuthn call.',
    body: { schema: signInByPasskeyRequest, example: { response: examples.passkeyResponse } },
    answer: SIGNED_IN,
    errors: [
      'PASSKEY401_UNAUTHORIZED',
      'PASSKEY409_NO_DOMAIN',
      'DIRECTORY403_SIGN_IN_THERE',
      ...OF_ANYONE,
    ],
  },
  signInByPassword: {
    ...common,
    method: 'POST',
    path: '/account/v1/sign-in/password',
    summary: 'Sign in with a password and a code',
    description:
      'Both in one request, so that a refusal does not reveal which was wrong. Each code is ' +
      'accepted once. An account has 10 guesses in 15 minutes and 40 in a day.',
    body: { schema: signInByPasswordRequest, example: examples.signInByPassword },
    answer: SIGNED_IN,
    errors: [
      'SIGN_IN401_UNAUTHORIZED',
      'SIGN_IN429_TOO_MANY_GUESSES',
      'DIRECTORY403_SIGN_IN_THERE',
      ...OF_ANYONE,
    ],
  },
} as const satisfies OperationTable
