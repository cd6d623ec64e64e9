import type { PinHolder } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import {
  listPinHolders,
  type EnrolledDevice,
  type PinHolderRow,
} from '../../parties/credentials/devices/find.ts'
import { enrolByLink } from '../../parties/credentials/devices/enrol-by-link.ts'
import { checkPin, choosePin, type ChosenPin } from '../../parties/credentials/devices/pin.ts'
import { SHARED_TILL_LIMITS } from '../../parties/credentials/devices/device.ts'
import { agentNumber, agentWireId, deviceWireId } from '../../base/wire-ids.ts'
import { ApiError } from '../../base/api-error.ts'
import { Answered } from '../server/routes.ts'
import { deviceBody } from './device-body.ts'
import { deviceCookie, deviceTokenOf } from './device-cookie.ts'
import { deviceOf, guessInBrowser } from './known-browser.ts'
import { refusalOf, refusedTry } from './refused-try.ts'
import {
  answerSignedIn,
  tryFromOwnPage,
  type SignInDeps,
  type SignInHandlers,
} from './signing-in.ts'
import { tryPlaceOf } from './try-place.ts'

/** Agents at a till that they share: an enrolled device, and a PIN for each. */
export const pins = (deps: SignInDeps): SignInHandlers<'pins'> => {
  const { db, keyring, ownOrigins } = deps
  const code = 'DEVICE401_UNAUTHORIZED'

  const tryOnDevice = <Result>(
    request: FastifyRequest,
    run: (device: EnrolledDevice) => Promise<Result>,
  ): Promise<Result> =>
    tryFromOwnPage(deps, request, async () => {
      const device = await deviceOf(deps, request)
      if (device !== null) return device
      // Every browser asks whether it is a shared till; without a token that does not count as a
      // guess.
      const token = deviceTokenOf(request, ownOrigins())
      throw token === null ? new ApiError(code) : await refusedTry(deps, request, { code })
    }).then((device) => guessInBrowser(`device ${device.deviceId}`, () => run(device)))

  const answerPin = async (
    request: FastifyRequest,
    { deviceId }: EnrolledDevice,
    checked: ChosenPin,
  ) => {
    if (!checked.ok) throw refusalOf(checked)
    const { userId, role } = checked
    const limits = role === 'courier' ? {} : { limits: SHARED_TILL_LIMITS }
    const proof = { userId, method: 'pin', deviceId, ...limits } as const
    return answerSignedIn(deps, request, proof, 'PIN401_UNAUTHORIZED')
  }

  return {
    enrolByLink: ({ body: { token }, request }, refuse) =>
      tryFromOwnPage(deps, request, async () => {
        const enrolled = await enrolByLink(db.pool, token, request.id)
        if (!enrolled.ok) throw refuse(enrolled.code, { extra: enrolled.extra ?? {} })
        const { device } = enrolled
        return new Answered(201, 'application/json', deviceBody(device, device.device_id), {
          'set-cookie': deviceCookie(ownOrigins(), enrolled.token),
        })
      }),

    readThisDevice: ({ request }) =>
      tryOnDevice(request, async ({ deviceId, channelId, name, channelName }) => {
        const rows = await listPinHolders(db.pool, channelId, deviceId)
        const people = rows.map(pinHolderBody)
        return { deviceId: deviceWireId(deviceId), name, channelName, people }
      }),

    signInByPin: ({ body: { agentId, pin }, request }) =>
      tryOnDevice(request, async (device) => {
        const asked = { agentId: agentNumber(agentId) as number, pin, from: tryPlaceOf(request) }
        return answerPin(request, device, await checkPin(db.pool, keyring, device, asked))
      }),

    choosePin: ({ body: { agentId, ...chosen }, request }) =>
      tryOnDevice(request, async (device) => {
        const asked = {
          agentId: agentNumber(agentId) as number,
          ...chosen,
          from: tryPlaceOf(request),
        }
        return answerPin(request, device, await choosePin(db.pool, keyring, device, asked))
      }),
  }
}

export const pinHolderBody = (row: PinHolderRow): PinHolder => ({
  agentId: agentWireId(row.agent_id),
  name: row.name,
  hasPin: row.has_pin,
  isLocked: row.is_locked,
})
