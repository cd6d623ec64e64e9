/** Names behind ids in the operator API. */
import { namedIds, namedIdsSchema } from '../../holder-names.ts'
import type { OperationTable } from '../../operation.ts'
import { requestQuery } from '../../request-object.ts'

export const OPERATOR_NAMES = {
  listNames: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/names',
    permission: 'payments.view',
    summary: 'Names of partners, channels, agents and safes',
    description: 'For pages that show many ids. An id that does not exist is left out.',
    query: requestQuery({ ids: namedIdsSchema }),
    answer: {
      description: 'A name for each id.',
      schema: namedIds,
      examples: {
        names: {
          items: [
            { id: 'prt_1001', name: 'Dar El Bahia', nameAr: 'دار البهية', channelId: null },
            { id: 'agt_12', name: 'Karim Haddad', nameAr: null, channelId: 'chn_7' },
          ],
        },
      },
    },
  },
} as const satisfies OperationTable
