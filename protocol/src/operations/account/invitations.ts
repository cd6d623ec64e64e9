/** Joining by an invitation (D29): the token of the link stands for a sign-in. */
import { newTotp, passkeyOptions } from '../../credentials.ts'
import {
  acceptInvitationRequest,
  invitationOptionsRequest,
  invitationRecord,
  invitationRequest,
  joined,
} from '../../invitations.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/credentials.ts'
import { invitation, INVITATION_TOKEN } from '../examples/people.ts'
import { OF_ANYONE } from './sign-in.ts'

const common = { caller: 'anyone', tag: 'Account API', method: 'POST' } as const

const EXAMPLE = { token: INVITATION_TOKEN }

export const ACCOUNT_INVITATIONS = {
  readInvitation: {
    ...common,
    path: '/account/v1/invitations/read',
    summary: 'Read an invitation',
    description: 'Who is invited, by whom, and to which role. The link stays usable.',
    body: { schema: invitationRequest, example: EXAMPLE },
    answer: {
      description: 'The invitation.',
      schema: invitationRecord,
      examples: { open: invitation },
    },
    errors: ['INVITATION404_NOT_FOUND', ...OF_ANYONE],
  },
  startInvitedPasskey: {
    ...common,
    path: '/account/v1/invitations/passkey/options',
    summary: 'Begin to make the first passkey',
    description: 'For the browser’s WebAuthn call.',
    body: { schema: invitationOptionsRequest, example: EXAMPLE },
    answer: {
      description: 'What the browser needs.',
      schema: passkeyOptions,
      examples: { options: examples.passkeyOptions },
    },
    errors: ['INVITATION404_NOT_FOUND', 'PASSKEY409_NO_DOMAIN', ...OF_ANYONE],
  },
  startInvitedTotp: {
    ...common,
    path: '/account/v1/invitations/totp/options',
    summary: 'Begin to set up the first authenticator app',
    description: 'A new secret, which waits for its first code.',
    body: { schema: invitationOptionsRequest, example: EXAMPLE },
    answer: { description: 'The secret.', schema: newTotp, examples: { secret: examples.newTotp } },
    errors: ['INVITATION404_NOT_FOUND', ...OF_ANYONE],
  },
  acceptInvitation: {
    ...common,
    path: '/account/v1/invitations/accept',
    summary: 'Join by an invitation',
    description:
      'Uses up the link, replaces everything that the user signed in with before, and signs in. ' +
      'A password needs an e-mail address.',
    body: {
      schema: acceptInvitationRequest,
      example: { ...EXAMPLE, credentials: examples.firstCredentials },
    },
    answer: {
      description: 'Joined and signed in: the cookie of a session is set.',
      schema: joined,
      examples: { joined: { ...examples.signedIn, recoveryCodes: [] } },
    },
    errors: [
      'INVITATION404_NOT_FOUND',
      'USER409_TAKEN',
      'PASSKEY401_UNAUTHORIZED',
      'PASSKEY409_NO_DOMAIN',
      'PASSWORD422_WEAK',
      'TOTP409_ENDED',
      'TOTP422_WRONG_CODE',
      ...OF_ANYONE,
    ],
  },
} as const satisfies OperationTable
