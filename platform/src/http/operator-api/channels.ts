import { createChannelRequest, listQuery, patchChannelKindRequest } from '@wasl/protocol'
import type { FastifyInstance } from 'fastify'
import { createChannel } from '../../channels/create.ts'
import { isChannelKind, listChannelKinds, setLockSeconds } from '../../channels/kinds.ts'
import { listChannels, type ChannelRow } from '../../channels/list.ts'
import { channelWireId } from '../../partners/ids.ts'
import { ApiError } from '../api-error.ts'
import { validate } from '../validate.ts'
import { pageOf, readCursor, readNumber } from './cursor.ts'
import type { RouteDeps } from './operator-deps.ts'
import { actorOf } from './operator.ts'

/** Channels and the lock times of their kinds (D10, D22). */
export const channelRoutes = (app: FastifyInstance, { db: { pool } }: RouteDeps): void => {
  app.post('/operator/v1/channels', async (request, reply) => {
    const wanted = validate(createChannelRequest, request.body)
    const channel = await createChannel(pool, wanted, actorOf(request))
    return reply.code(201).send({ ...channel, channelId: channelWireId(channel.channelId) })
  })

  app.get('/operator/v1/channels', async (request) => {
    const { limit, cursor } = validate(listQuery, request.query)
    const afterId = readCursor(cursor, readNumber) ?? 0
    const rows = await listChannels(pool, { limit: limit + 1, afterId })
    return pageOf(rows, limit, { idOf: (row) => row.channel_id, toItem: channelBody })
  })

  app.get('/operator/v1/channel-kinds', async () => ({ items: await listChannelKinds(pool) }))

  app.patch('/operator/v1/channel-kinds/:kind', async (request) => {
    const { kind } = request.params as { kind: string }
    if (!isChannelKind(kind)) throw new ApiError('CHANNEL404_NOT_FOUND')
    const { lockSeconds } = validate(patchChannelKindRequest, request.body)
    await setLockSeconds(pool, { kind, lockSeconds }, actorOf(request))
    return { kind, lockSeconds }
  })
}

const channelBody = (channel: ChannelRow) => ({
  channelId: channelWireId(channel.channel_id),
  name: channel.name,
  kind: channel.kind,
  createdAt: channel.created_at.toISOString(),
})
