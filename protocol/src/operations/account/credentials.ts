/** What a user signs in with, and the confirmation before what matters (D29). */
import {
  addPasskeyRequest,
  credentialsRecord,
  newRecoveryCodes,
  newTotp,
  passkeyOptions,
  passkeyRecord,
  renamePasskeyRequest,
  setPasswordRequest,
  setTotpRequest,
  stepUpOptions,
  stepUpRequest,
  steppedUp,
} from '../../credentials.ts'
import { passkeyIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/credentials.ts'

const common = { caller: 'person', tag: 'Account API' } as const

const CREDENTIALS = {
  description: 'What the user signs in with now.',
  schema: credentialsRecord,
  examples: { all: examples.credentials },
} as const

const RECOVERY_CODES = {
  description: 'Ten new recovery codes. The earlier ones are void.',
  schema: newRecoveryCodes,
  examples: { codes: examples.newRecoveryCodes },
} as const

const PASSKEY = {
  description: 'The passkey.',
  schema: passkeyRecord,
  examples: { passkey: examples.passkeyRecord },
} as const

export const ACCOUNT_CREDENTIALS = {
  startStepUp: {
    ...common,
    method: 'POST',
    path: '/account/v1/step-up/options',
    summary: 'Begin to confirm who you are',
    description: 'Says in which ways this user can confirm. Send no body.',
    answer: {
      description: 'The ways, and what the browser needs for a passkey.',
      schema: stepUpOptions,
      examples: { both: examples.stepUpOptions },
    },
  },
  stepUp: {
    ...common,
    method: 'POST',
    path: '/account/v1/step-up',
    summary: 'Confirm who you are',
    description:
      'With a passkey of this user or with a code. For 10 minutes this session may then do what ' +
      'needs a fresh confirmation.',
    body: { schema: stepUpRequest, example: { code: '492817' } },
    answer: {
      description: 'Confirmed.',
      schema: steppedUp,
      examples: { confirmed: examples.steppedUp },
    },
    errors: [
      'SIGN_IN401_UNAUTHORIZED',
      'SIGN_IN429_TOO_MANY_GUESSES',
      'PASSKEY401_UNAUTHORIZED',
      'PASSKEY409_NO_DOMAIN',
    ],
  },
  listCredentials: {
    ...common,
    method: 'GET',
    path: '/account/v1/credentials',
    summary: 'List what you sign in with',
    description: 'Passkeys, the password, the authenticator app and the recovery codes.',
    answer: CREDENTIALS,
  },
  startPasskey: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/passkeys/options',
    summary: 'Begin to add a passkey',
    description: 'Send no body.',
    answer: {
      description: 'What the browser needs.',
      schema: passkeyOptions,
      examples: { options: examples.passkeyOptions },
    },
    errors: ['PASSKEY409_NO_DOMAIN'],
  },
  addPasskey: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/passkeys',
    summary: 'Add a passkey',
    description: 'Send the answer of the browser’s WebAuthn call, and a name for the list.',
    body: {
      schema: addPasskeyRequest,
      example: { name: 'Phone', response: examples.newPasskeyResponse },
    },
    answer: { ...PASSKEY, status: 201 },
    errors: ['PASSKEY401_UNAUTHORIZED', 'PASSKEY409_NO_DOMAIN', 'PASSKEY409_TOO_MANY'],
  },
  renamePasskey: {
    ...common,
    method: 'PATCH',
    path: '/account/v1/passkeys/{passkeyId}',
    summary: 'Rename a passkey',
    description: 'The name is only for the list.',
    params: { passkeyId: passkeyIdSchema },
    malformedParams: 'unknown',
    body: { schema: renamePasskeyRequest, example: { name: 'Old phone' } },
    answer: PASSKEY,
    errors: ['PASSKEY404_NOT_FOUND'],
  },
  removePasskey: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/passkeys/{passkeyId}/remove',
    summary: 'Remove a passkey',
    description: 'The last way to sign in cannot be removed. Send no body.',
    params: { passkeyId: passkeyIdSchema },
    malformedParams: 'unknown',
    answer: PASSKEY,
    errors: ['PASSKEY404_NOT_FOUND', 'CREDENTIAL409_LAST'],
  },
  setPassword: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/password',
    summary: 'Set or change the password',
    description:
      'The password is used together with an authenticator app. A change ends the other ' +
      'sessions of the user.',
    body: { schema: setPasswordRequest, example: { password: 'the lighthouse sells oranges' } },
    answer: CREDENTIALS,
    errors: ['PASSWORD422_WEAK'],
  },
  removePassword: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/password/remove',
    summary: 'Remove the password',
    description:
      'Removes the authenticator app and the recovery codes too. Only for a user with a ' +
      'passkey. Send no body.',
    answer: CREDENTIALS,
    errors: ['CREDENTIAL409_LAST'],
  },
  startTotp: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/totp/options',
    summary: 'Begin to add an authenticator app',
    description:
      'Returns a new secret, valid for 5 minutes. The earlier app still works. Send no body.',
    answer: {
      description: 'The secret for the app.',
      schema: newTotp,
      examples: { secret: examples.newTotp },
    },
  },
  setTotp: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/totp',
    summary: 'Add an authenticator app',
    description: 'Send the first code of the new secret. The new app replaces the earlier one.',
    body: {
      schema: setTotpRequest,
      example: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '492817' },
    },
    answer: RECOVERY_CODES,
    errors: ['TOTP409_ENDED', 'TOTP422_WRONG_CODE'],
  },
  renewRecoveryCodes: {
    ...common,
    stepUp: true,
    method: 'POST',
    path: '/account/v1/recovery-codes',
    summary: 'Make new recovery codes',
    description: 'Send no body.',
    answer: RECOVERY_CODES,
  },
} as const satisfies OperationTable
