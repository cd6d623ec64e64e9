import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'

export type SettingRequest = AnswerOf<'GET /operator/v1/setting-requests'>['items'][number]

/** Says the same as who asked: then it takes effect. */
export const sayTheSame = async ({
  operation,
  subject,
  changes,
}: SettingRequest): Promise<unknown> => {
  const body = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
  switch (operation) {
    case 'changeChannel':
      return on('PATCH /operator/v1/channels/{channelId}')({
        params: { channelId: subject },
        body,
      })
    case 'changeChannelKind':
      return on('PATCH /operator/v1/channel-kinds/{kind}')({
        params: { kind: subject },
        body,
      })
    case 'changeSettlement':
      return on('PATCH /operator/v1/partners/{partnerId}/settlement')({
        params: { partnerId: subject },
        body,
      })
    case 'changePartner':
      return on('PATCH /operator/v1/partners/{partnerId}')({
        params: { partnerId: subject },
        body,
      })
    case 'changeAgent':
      return on('PATCH /operator/v1/agents/{agentId}')({
        params: { agentId: subject },
        body,
      })
    default:
      return operation satisfies never
  }
}
