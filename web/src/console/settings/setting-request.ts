import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'

export type SettingRequest = AnswerOf<'GET /operator/v1/setting-requests'>['items'][number]

/** Says the same as who asked: then it takes effect. A limit of an agent is confirmed in its channel. */
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
    case 'changeAgent':
      throw new Error('a limit of an agent is confirmed by a person of its channel')
    default:
      return operation satisfies never
  }
}
