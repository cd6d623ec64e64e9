/** The operator's company directory (W277). */
import { setDirectoryRequest } from '../../directories.ts'
import type { OperationTable } from '../../operation.ts'
import { DIRECTORY, DIRECTORY_EXAMPLE, DIRECTORY_TEXTS } from '../directory-answers.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

export const OPERATOR_DIRECTORY = {
  readDirectory: {
    ...common,
    method: 'GET',
    path: '/operator/v1/directory',
    permission: 'audit.view',
    summary: 'Read how people sign in through the company directory',
    description: DIRECTORY_TEXTS.read,
    answer: DIRECTORY,
  },
  setDirectory: {
    ...common,
    method: 'PUT',
    path: '/operator/v1/directory',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Let people sign in through the company directory',
    description: DIRECTORY_TEXTS.set,
    body: {
      schema: setDirectoryRequest,
      example: {
        ...DIRECTORY_EXAMPLE,
        clientSecret: 'the secret of the client',
        roles: [{ group: 'desk', role: 'support' }],
      },
    },
    answer: DIRECTORY,
  },
  removeDirectory: {
    ...common,
    method: 'POST',
    path: '/operator/v1/directory/remove',
    permission: 'users.edit',
    stepUp: true,
    summary: 'Stop signing in through the company directory',
    description: DIRECTORY_TEXTS.remove,
    answer: DIRECTORY,
    errors: ['DIRECTORY404_NOT_FOUND'],
  },
} as const satisfies OperationTable
