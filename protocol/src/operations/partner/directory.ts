/** The company directory of a partner (W277). */
import { setPartnerDirectoryRequest } from '../../directories.ts'
import type { OperationTable } from '../../operation.ts'
import { DIRECTORY, DIRECTORY_EXAMPLE, DIRECTORY_TEXTS } from '../directory-answers.ts'

const common = { caller: 'partner', tag: 'Users API' } as const

export const PARTNER_DIRECTORY = {
  readPartnerDirectory: {
    ...common,
    method: 'GET',
    path: '/partner/users/v1/directory',
    permission: 'audit.view',
    summary: 'Read how people sign in through your company’s directory',
    description: DIRECTORY_TEXTS.read,
    answer: DIRECTORY,
    errors: ['PARTNER_API403_MERCHANT_INACTIVE'],
  },
  setPartnerDirectory: {
    ...common,
    method: 'PUT',
    path: '/partner/users/v1/directory',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Let people sign in through your company’s directory',
    description: DIRECTORY_TEXTS.set,
    body: {
      schema: setPartnerDirectoryRequest,
      example: { ...DIRECTORY_EXAMPLE, clientSecret: 'the secret of the client' },
    },
    answer: DIRECTORY,
    errors: ['PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_TOO_MANY_CHANGES'],
  },
  removePartnerDirectory: {
    ...common,
    method: 'POST',
    path: '/partner/users/v1/directory/remove',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Stop signing in through your company’s directory',
    description: DIRECTORY_TEXTS.remove,
    answer: DIRECTORY,
    errors: [
      'DIRECTORY404_NOT_FOUND',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_CHANGES',
    ],
  },
} as const satisfies OperationTable
