/** What waits for a second person among the settings about money, in the operator API (D34). */
import { z } from 'zod'
import type { OperationTable } from '../../operation.ts'
import {
  settingRequestList,
  settingRequestRecord,
  settingRequestsQuery,
} from '../../setting-requests.ts'
import { settingRequest } from '../examples/setting-requests.ts'
import { onePage } from '../list-answer.ts'

const refused = {
  ...settingRequest,
  status: 'refused',
  refusedBy: 'Karim Haddad',
  endedAt: '2026-03-02T10:40:00.000Z',
  mayConfirm: false,
}

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
      'are confirmed by another person of their channel, or by the operator.',
    query: settingRequestsQuery,
    answer: onePage(settingRequestList, settingRequest),
  },
  refuseSettingRequest: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'POST',
    path: '/operator/v1/setting-requests/{settingRequestId}/refuse',
    permission: 'cash.adjust',
    summary: 'Refuse a change of a setting, or take it back',
    description: 'What waits ends, and nothing changes. It stays in the list (W232).',
    params: { settingRequestId: z.guid() },
    answer: {
      description: 'It is refused.',
      schema: settingRequestRecord,
      examples: { refused },
    },
    errors: ['SETTING404_NOT_FOUND'],
  },
} as const satisfies OperationTable
