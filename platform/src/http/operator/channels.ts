import {
  createChannelRequest,
  listQuery,
  patchChannelKindRequest,
  rotateChannelRequest,
} from '@wasl/protocol'
import type { FastifyInstance } from 'fastify'
import { createChannel } from '../../channels/create.ts'
import { isChannelKind, listChannelKinds, updateChannelKind } from '../../channels/kinds.ts'
import { listChannels, type ChannelRow } from '../../channels/list.ts'
import { rotateChannelKey } from '../../channels/rotate.ts'
import { forgetChannels } from '../../keys/authenticate.ts'
import { channelNumber, channelWireId } from '../../wire-ids.ts'
import { ApiError } from '../server/api-error.ts'
import { validate } from '../server/validate.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { RouteDeps } from './operator-deps.ts'
import { actorOf } from './operator.ts'

/** Channels, and the lock times and limits of their kinds (D10, D22, W79). */
export const channelRoutes = (app: FastifyInstance, { db }: RouteDeps): void => {
  const { pool, operatorLists } = db

  app.post('/operator/v1/channels', async (request, reply) => {
    const wanted = validate(createChannelRequest, request.body)
    const channel = await createChannel(pool, wanted, actorOf(request))
    return reply.code(201).send({ ...channel, channelId: channelWireId(channel.channelId) })
  })

  app.get('/operator/v1/channels', async (request) => {
    const { limit, cursor } = validate(listQuery, request.query)
    const afterId = readCursor(cursor, readNumber) ?? 0
    const rows = await listChannels(operatorLists, { limit: limit + 1, afterId })
    return pageOf(rows, limit, { idOf: (row) => row.channel_id, toItem: channelBody })
  })

  app.post('/operator/v1/channels/:channelId/rotate', async (request) => {
    const { channelId } = request.params as { channelId: string }
    const { overlapSeconds } = validate(
      rotateChannelRequest,
      request.body === undefined ? {} : request.body,
    )
    const number = channelNumber(channelId)
    if (number === null) throw new ApiError('CHANNEL404_NOT_FOUND')
    const rotation = { channelId: number, overlapSeconds }
    const rotated = await rotateChannelKey(pool, rotation, actorOf(request))
    if (rotated === null) throw new ApiError('CHANNEL404_NOT_FOUND')
    forgetChannels(db)
    const previousValidUntil = rotated.previousValidUntil.toISOString()
    return { channelId, apiKey: rotated.apiKey, previousValidUntil }
  })

  app.get('/operator/v1/channel-kinds', async () => ({
    items: await listChannelKinds(operatorLists),
  }))

  app.patch('/operator/v1/channel-kinds/:kind', async (request) => {
    const { kind } = request.params as { kind: string }
    if (!isChannelKind(kind)) throw new ApiError('CHANNEL404_NOT_FOUND')
    const changes = validate(patchChannelKindRequest, request.body)
    return updateChannelKind(pool, kind, changes, actorOf(request))
  })
}

const channelBody = (channel: ChannelRow) => ({
  channelId: channelWireId(channel.channel_id),
  name: channel.name,
  kind: channel.kind,
  createdAt: channel.created_at.toISOString(),
})
