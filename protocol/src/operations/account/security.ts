/** What happened to one's own account: notices, and wrong tries to sign in (D34, D39). */
import type { OperationTable } from '../../operation.ts'
import { ownSecurity, seenSecurityRequest } from '../../own-security.ts'
import { ownSecurity as example } from '../examples/security.ts'

const common = { caller: 'person', tag: 'Account API' } as const

const answer = {
  description: 'Notices and tries.',
  schema: ownSecurity,
  examples: { 'a new passkey and a wrong password': example },
} as const

export const ACCOUNT_SECURITY = {
  readOwnSecurity: {
    ...common,
    method: 'GET',
    path: '/account/v1/security',
    summary: 'Read what happened to your account',
    description:
      'New passkeys, passwords, links and keys in your name; for an owner also new owners, ' +
      'invitations and keys of the organisation; and failed attempts to sign in as you.',
    answer,
  },
  markSecuritySeen: {
    ...common,
    method: 'POST',
    path: '/account/v1/security/seen',
    summary: 'Mark notices as read',
    description: 'All notices up to and including the one that is named.',
    body: { schema: seenSecurityRequest, example: { through: '12' } },
    answer,
  },
} as const satisfies OperationTable
