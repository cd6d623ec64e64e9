import { createChannel } from '../../channels/create.ts'
import { isChannelKind, listChannelKinds, updateChannelKind } from '../../channels/kinds.ts'
import { listChannels, type ChannelRow } from '../../channels/list.ts'
import { rotateChannelKey } from '../../channels/rotate.ts'
import { forgetChannels } from '../../keys/authenticate.ts'
import { channelNumber, channelWireId } from '../../wire-ids.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Channels, and the lock times and limits of their kinds (D10, D22, W79). */
export const channels = ({ db }: RouteDeps): OperatorHandlers<'channels'> => ({
  async createChannel({ body, caller }) {
    const channel = await createChannel(db.pool, body, caller.actor)
    return { ...channel, channelId: channelWireId(channel.channelId) }
  },

  async listChannels({ query: { limit, cursor } }) {
    const afterId = readCursor(cursor, readNumber) ?? 0
    const rows = await listChannels(db.operatorLists, { limit: limit + 1, afterId })
    return pageOf(rows, limit, { idOf: (row) => row.channel_id, toItem: channelBody })
  },

  async rotateChannelKey({ params, body, caller }, refuse) {
    const channelId = channelNumber(params.channelId)
    if (channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
    const rotation = { channelId, overlapSeconds: body.overlapSeconds }
    const rotated = await rotateChannelKey(db.pool, rotation, caller.actor)
    if (rotated === null) throw refuse('CHANNEL404_NOT_FOUND')
    forgetChannels(db)
    const previousValidUntil = rotated.previousValidUntil.toISOString()
    return { channelId: params.channelId, apiKey: rotated.apiKey, previousValidUntil }
  },

  async listChannelKinds() {
    return { items: await listChannelKinds(db.operatorLists) }
  },

  async changeChannelKind({ params, body, caller }, refuse) {
    if (!isChannelKind(params.kind)) throw refuse('CHANNEL404_NOT_FOUND')
    return updateChannelKind(db.pool, params.kind, body, caller.actor)
  },
})

const channelBody = (channel: ChannelRow) => ({
  channelId: channelWireId(channel.channel_id),
  name: channel.name,
  kind: channel.kind,
  createdAt: channel.created_at.toISOString(),
})
