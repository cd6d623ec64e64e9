/** The calling partner, for the APIs that refuse an inactive partner before anything else. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../audit/append.ts'
import type { Database } from '../../database/database.ts'
import { hexHashOfApiKey } from '../../keys/api-key.ts'
import { authenticatePartner } from '../../keys/authenticate.ts'
import { partnerWireId } from '../../wire-ids.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import { ApiError } from '../server/api-error.ts'
import type { RouteOptions } from '../server/routes.ts'
import { noteCaller } from '../server/subject.ts'
import { countChanges } from './change-limit.ts'

type Keys = { db: Database; addressLimit: AddressLimit }

type AddRoutes<Caller> = (scope: FastifyInstance, options: RouteOptions<Caller>) => void

export type EventsCaller = {
  partnerId: number
  /** For the audit log, which names a partner by its own id. */
  actor: Actor
}

/** Adds routes of the Webhook Events API. Refuses in the order of D8: the key, then the partner. */
export const forEvents = (
  app: FastifyInstance,
  { db, addressLimit }: Keys,
  add: AddRoutes<EventsCaller>,
): void => {
  const admit = async (request: FastifyRequest): Promise<EventsCaller> => {
    const lookUp = (key: string) => authenticatePartner(db, key)
    const partner = await addressLimit.admit(request, 'PARTNER_API401_UNAUTHORIZED', lookUp)
    noteCaller(request, partner)
    if (partner.status === 'inactive') throw new ApiError('PARTNER_API403_MERCHANT_INACTIVE')
    const id = partnerWireId(partner.partnerId)
    return { partnerId: partner.partnerId, actor: { id, name: id, requestId: request.id } }
  }
  addAdmitted(app, admit, (scope, callerOf) =>
    add(scope, { admitted: 'partner', callerOf, first: countChanges() }),
  )
}

/** Enough of a key's hash to tell a partner's keys apart. */
const KEY_HINT_LENGTH = 8

/** `name` is the actor in the history of a code. */
export type QrCaller = { partnerId: number; name: string }

/** Adds routes of the Static QR Code API. An inactive partner is refused like a wrong key (D18). */
export const forQrCodes = (
  app: FastifyInstance,
  { db, addressLimit }: Keys,
  add: AddRoutes<QrCaller>,
): void => {
  const admit = async (request: FastifyRequest): Promise<QrCaller> => {
    const lookUp = async (key: string) => {
      const partner = await authenticatePartner(db, key)
      const keyHint = hexHashOfApiKey(key).slice(0, KEY_HINT_LENGTH)
      return partner?.status === 'active' ? { ...partner, keyHint } : null
    }
    const partner = await addressLimit.admit(request, 'AUTH401_UNAUTHORIZED_ACCESS', lookUp)
    noteCaller(request, partner)
    return { partnerId: partner.partnerId, name: `partner ${partner.keyHint}` }
  }
  addAdmitted(app, admit, (scope, callerOf) =>
    add(scope, { admitted: 'partner', callerOf, first: countChanges() }),
  )
}
