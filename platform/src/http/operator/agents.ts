import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { createAgent, findAgent, listAgents, updateAgent } from '../../parties/agents/agents.ts'
import { raisesLimit, saidOf } from '../../parties/agents/raise-limit.ts'
import { isChannel } from '../../parties/channels/list.ts'
import { listDevices } from '../../parties/credentials/devices/enrol.ts'
import { makeDeviceLink } from '../../parties/credentials/devices/enrol-by-link.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { linkOfThisMachine } from '../../parties/people/invitation.ts'
import { agentNumber, agentWireId, channelNumber } from '../../base/wire-ids.ts'
import { deviceBody } from '../account/device-body.ts'
import { agentBody, agentPatchOf } from '../bodies/agent.ts'
import { centimesOf } from '../../base/centimes.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import { expectSecondPerson } from '../server/money-setting.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The agents and the devices of channels (D29, D30). */
export const agents = ({ db, codes }: RouteDeps): OperatorHandlers<'agents'> => {
  const findChannel = async (wireId: string): Promise<number | null> => {
    const channelId = channelNumber(wireId)
    if (channelId === null || !(await isChannel(db.operatorLists, channelId))) return null
    return channelId
  }

  return {
    async listAgentsOfChannel({ params, query: { limit, cursor } }, refuse) {
      const channelId = await findChannel(params.channelId)
      if (channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
      const page = { limit: limit + 1, afterId: readCursor(cursor, readNumber) ?? 0 }
      const rows = await listAgents(db.operatorLists, channelId, page)
      return pageOf(rows, limit, { idOf: (row) => row.agent_id, toItem: agentBody })
    },

    async addAgentOfChannel({ params, body, caller: { actor }, idempotency }, refuse) {
      const channelId = await findChannel(params.channelId)
      if (channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
      const scope = { partnerId: NO_PARTNER, caller: actor.id ?? actor.name }
      const { name, heldDaysMax = null } = body
      const wanted = { channelId, name, cashMax: centimesOf(body.cashMax), heldDaysMax }
      return answerOnce(db.pool, { scope, idempotency }, refuse, async (tx) => {
        const agent = await createAgent(tx, wanted)
        await appendAudit(tx, actor, {
          partnerId: WHOLE_PLATFORM,
          action: 'agent.create',
          subject: agentWireId(agent.agent_id),
          details: { ...body, channelId: params.channelId },
        })
        return agentBody(agent)
      })
    },

    async changeAgentLimits({ params, body, caller }, refuse) {
      const agentId = agentNumber(params.agentId)
      const found = agentId === null ? null : await findAgent(db.pool, agentId)
      if (agentId === null || found === null) throw refuse('AGENT404_NOT_FOUND')
      const patch = agentPatchOf(body)
      if (raisesLimit(found, patch)) {
        const before = agentBody(found)
        const said = saidOf({ agentId: before.agentId, patch: body, before })
        await expectSecondPerson(db, caller, said, Object.keys(said.patch))
      }
      const owner = { channelId: found.channel_id, agentId }
      const agent = await updateAgent(db.pool, owner, patch, caller.actor)
      if (agent === null) throw refuse('AGENT404_NOT_FOUND')
      return agentBody(agent)
    },

    async inviteDevice({ params, body: { name }, caller: { actor } }, refuse) {
      const channelId = channelNumber(params.channelId)
      const made =
        channelId === null ? null : await makeDeviceLink(db.pool, { channelId, name }, actor)
      if (made === null) throw refuse('CHANNEL404_NOT_FOUND')
      const link = linkOfThisMachine(codes.publicOrigin(), `/account/enrol#${made.token}`)
      return { name, link, expiresAt: made.expiresAt.toISOString() }
    },

    async listDevicesOfChannel({ params }, refuse) {
      const channelId = await findChannel(params.channelId)
      if (channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
      const rows = await listDevices(db.operatorLists, channelId)
      return { items: rows.map((row) => deviceBody(row, null)) }
    },
  }
}
