import { dinarsFromSum, permissionsOfKey } from '@wasl/protocol'
import { createChannel } from '../../parties/channels/create.ts'
import { isChannelKind, listChannelKinds, updateChannelKind } from '../../parties/channels/kinds.ts'
import { listChannels, readChannel, type ChannelRow } from '../../parties/channels/list.ts'
import { rotateChannelKey } from '../../parties/channels/rotate.ts'
import { updateChannel } from '../../parties/channels/update.ts'
import { forgetChannels } from '../../parties/keys/authenticate.ts'
import { channelNumber, channelWireId, partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { centimesOfSum } from '../../base/centimes.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import { expectSecondPerson } from '../server/money-setting.ts'
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

  async changeChannel({ params, body, caller }, refuse) {
    const channelId = channelNumber(params.channelId)
    if (channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
    const { countTolerance, partners, ...others } = body
    const patch = {
      ...others,
      ...(partners !== undefined && { partnerIds: partners?.map(numberOfPartner) ?? null }),
      ...(countTolerance !== undefined && { countTolerance: centimesOfSum(countTolerance) }),
    }
    const found = await readChannel(db.pool, channelId)
    if (found === null) throw refuse('CHANNEL404_NOT_FOUND')
    const subject = params.channelId
    const before = channelBody(found)
    const said = { operation: 'changeChannel', subject, patch: body, before } as const
    await expectSecondPerson(db, caller, said, ['countTolerance'])
    const channel = await updateChannel(db.pool, channelId, patch, caller.actor)
    if (channel === null) throw refuse('CHANNEL404_NOT_FOUND')
    forgetChannels(db)
    return channelBody(channel)
  },

  async rotateChannelKey({ params, body, caller }, refuse) {
    const channelId = channelNumber(params.channelId)
    if (channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
    const rotated = await rotateChannelKey(db.pool, { ...body, channelId }, caller.actor)
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
    const kinds = await listChannelKinds(db.pool)
    const before = kinds.find(({ kind }) => kind === params.kind) ?? {}
    const said = {
      operation: 'changeChannelKind',
      subject: params.kind,
      patch: body,
      before,
    } as const
    await expectSecondPerson(db, caller, said, MONEY_LIMITS)
    return updateChannelKind(db.pool, params.kind, body, caller.actor)
  },
})

/** How long and how much is locked decides what others cannot pay. */
const MONEY_LIMITS = ['lockSeconds', 'lockSecondsMax', 'openLocksMax']

/** The schema has checked it. */
const numberOfPartner = (partnerId: string): number => partnerNumber(partnerId) as number

const channelBody = (channel: ChannelRow) => ({
  channelId: channelWireId(channel.channel_id),
  name: channel.name,
  kind: channel.kind,
  status: channel.status,
  partners: channel.partner_ids?.map(partnerWireId) ?? null,
  createdAt: channel.created_at.toISOString(),
  requiresAgent: channel.requires_agent,
  isTest: channel.is_test,
  countTolerance: dinarsFromSum(channel.count_tolerance),
  keyPermissions: [...permissionsOfKey('channel', channel.key_permissions)],
})
