/** What waits for a second person among the settings about money, in the operator API (D34). */
import type { OperationTable } from '../../operation.ts'
import { settingRequestList, settingRequestsQuery } from '../../setting-requests.ts'
import { settingRequest } from '../examples/setting-requests.ts'
import { onePage } from '../list-answer.ts'

export const OPERATOR_SETTING_REQUESTS = {
  listSettingRequests: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/setting-requests',
    permission: 'cash.view',
    summary: 'List changes of settings that need a second person',
    description:
      'The newest first. A change of a setting about money waits until another person sends the same ' +
      'request (D34): who asked, what it was and what it becomes, and who may confirm it. Limits of agents ' +
      'are confirmed by the people of their channel.',
    query: settingRequestsQuery,
    answer: onePage(settingRequestList, settingRequest),
  },
} as const satisfies OperationTable
