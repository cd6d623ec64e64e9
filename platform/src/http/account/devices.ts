import type { FastifyRequest } from 'fastify'
import { isSupervising } from '../../parties/credentials/devices/device.ts'
import {
  enrolDevice,
  listDevices,
  revokeDevice,
  type Supervisor,
} from '../../parties/credentials/devices/enrol.ts'
import { findDevice, listPinHolders } from '../../parties/credentials/devices/find.ts'
import { makePinCode, unlockPin } from '../../parties/credentials/devices/help-with-pin.ts'
import { actorOf } from '../../parties/people/session.ts'
import { agentNumber, agentWireId, deviceNumber } from '../../base/wire-ids.ts'
import { Answered, type Refuse } from '../server/routes.ts'
import type { AccountDeps, AccountHandlers, PersonCaller } from './account-deps.ts'
import { deviceBody } from './device-body.ts'
import { deviceCookie, deviceTokenOf } from './device-cookie.ts'
import { pinHolderBody } from './pins.ts'

/** A supervisor looks after the shared tills of the channel. */
export const devices = ({ db, ownOrigins }: AccountDeps): AccountHandlers<'devices'> => ({
  async enrolDevice({ body: { name }, caller, request }, refuse) {
    const by = supervisorOf(caller, request, refuse)
    const enrolled = await enrolDevice(db.pool, by, name)
    if (!enrolled.ok) throw refuse(enrolled.code, { extra: enrolled.extra ?? {} })
    const { token, device } = enrolled
    return new Answered(201, 'application/json', deviceBody(device, device.device_id), {
      'set-cookie': deviceCookie(ownOrigins(), token),
    })
  },

  async listDevices({ caller, request }, refuse) {
    const by = supervisorOf(caller, request, refuse)
    const here = await findDevice(db.pool, deviceTokenOf(request, ownOrigins()))
    const rows = await listDevices(db.pool, by.channelId)
    return { items: rows.map((row) => deviceBody(row, here?.deviceId ?? null)) }
  },

  async revokeDevice({ params, caller, request }, refuse) {
    const by = supervisorOf(caller, request, refuse)
    const deviceId = deviceNumber(params.deviceId)
    const device = deviceId === null ? null : await revokeDevice(db.pool, by, deviceId)
    if (device === null) throw refuse('DEVICE404_NOT_FOUND')
    return deviceBody(device, null)
  },

  async listPins({ caller, request }, refuse) {
    const by = supervisorOf(caller, request, refuse)
    const rows = await listPinHolders(db.pool, by.channelId, null)
    return { items: rows.map(pinHolderBody) }
  },

  async makePinCode({ params, caller, request }, refuse) {
    const by = supervisorOf(caller, request, refuse)
    const agentId = agentNumber(params.agentId)
    const made = agentId === null ? null : await makePinCode(db.pool, by, agentId)
    if (made === null) throw refuse('AGENT404_NOT_FOUND')
    return { code: made.code, expiresAt: made.expiresAt.toISOString() }
  },

  async unlockPin({ params, caller, request }, refuse) {
    const by = supervisorOf(caller, request, refuse)
    const agentId = agentNumber(params.agentId)
    if (agentId === null || !(await unlockPin(db.pool, by, agentId))) {
      throw refuse('AGENT404_NOT_FOUND')
    }
    const rows = await listPinHolders(db.pool, by.channelId, null)
    const row = rows.find(({ agent_id: listed }) => agentWireId(listed) === params.agentId)
    if (row === undefined) throw refuse('AGENT404_NOT_FOUND')
    return pinHolderBody(row)
  },
})

/** @throws ApiError DEVICE403_SUPERVISORS_ONLY */
const supervisorOf = (
  { person }: PersonCaller,
  request: FastifyRequest,
  refuse: Refuse<'DEVICE403_SUPERVISORS_ONLY'>,
): Supervisor => {
  const { userId, channelId } = person
  if (channelId === null || !isSupervising(person)) throw refuse('DEVICE403_SUPERVISORS_ONLY')
  return { userId, channelId, actor: actorOf(person, request.id) }
}
