/** The calling partner, for the APIs that refuse an inactive partner before anything else. */
import { permissionsOfKey, type PartnerStatus } from '@wasl/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import type { Spread } from '../cells/spread.ts'
import type { Database, DatabaseOf } from '../../base/database/database.ts'
import { hexHashOfApiKey } from '../../base/secrets/api-key.ts'
import type { FindPartner } from '../../parties/keys/authenticate.ts'
import type { KeyUses } from '../../parties/keys/key-use.ts'
import type { FoundSession } from '../../parties/people/find-session.ts'
import { actorOf, permissionsOfPerson } from '../../parties/people/session.ts'
import { partnerWireId, userWireId } from '../../base/wire-ids.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import { ApiError } from '../../base/api-error.ts'
import type { Permitted } from '../server/permitted.ts'
import type { RouteOptions } from '../server/routes.ts'
import type { SessionGate } from '../server/session-gate.ts'
import { noteCaller } from '../server/subject.ts'
import { countChanges } from './change-limit.ts'

export type PartnerKeys = {
  db: Database
  authenticate: FindPartner
  /** Where a partner's limits are. */
  databaseOf: DatabaseOf
  /** For what is counted over all partners. */
  everyCell: EveryCell
  spread: Spread
  addressLimit: AddressLimit
  sessionGate: SessionGate
  keyUses: KeyUses
}

type AddRoutes<Caller> = (scope: FastifyInstance, options: RouteOptions<Caller>) => void

export type EventsCaller = Permitted & {
  partnerId: number
  /** For the audit log, which names a partner by its own id. */
  actor: Actor
}

/** Adds routes of the Webhook Events API. Refuses in the order of D8: the key, then the partner. */
export const forEvents = (
  app: FastifyInstance,
  keys: PartnerKeys,
  add: AddRoutes<EventsCaller>,
): void => {
  const admit = async (request: FastifyRequest): Promise<EventsCaller> => {
    const partner = await admitActive(keys, request)
    const { partnerId, person, permissions } = partner
    const id = partnerWireId(partnerId)
    const ofKey = { id, name: id, requestId: request.id }
    const actor = person === null ? ofKey : actorOf(person, request.id)
    return { partnerId, person, permissions, actor }
  }
  addAdmitted(app, admit, (scope, callerOf) =>
    add(scope, { admitted: 'partner', callerOf, first: countChanges() }),
  )
}

export type ListCaller = Permitted & { partnerId: number }

/**
 * Adds routes of partners' lists. Refuses in the order of D8: the key, the partner, then the limit,
 * which counts every call.
 */
export const forLists = (
  app: FastifyInstance,
  {
    countCall,
    ...keys
  }: PartnerKeys & { countCall: (partnerId: number, reply: FastifyReply) => Promise<void> },
  add: AddRoutes<ListCaller>,
): void => {
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<ListCaller> => {
    const partner = await admitActive(keys, request)
    await countCall(partner.partnerId, reply)
    return partner
  }
  addAdmitted(app, admit, (scope, callerOf) => add(scope, { admitted: 'partner', callerOf }))
}

type CallingPartner = Permitted & { partnerId: number; status: PartnerStatus }

/** Refuses in the order of D8: the key or the session, then the partner. */
const admitActive = async (
  { sessionGate, ...keys }: PartnerKeys,
  request: FastifyRequest,
): Promise<CallingPartner> => {
  const session = await sessionGate.admit(request, 'PARTNER_API401_UNAUTHORIZED', 'partner')
  const partner = session === null ? await byKey(keys, request) : byPerson(session, request)
  if (partner.status === 'inactive') throw new ApiError('PARTNER_API403_MERCHANT_INACTIVE')
  return partner
}

const byKey = async (
  { authenticate, addressLimit, keyUses }: Omit<PartnerKeys, 'sessionGate'>,
  request: FastifyRequest,
): Promise<CallingPartner> => {
  const lookUp = async (key: string) => {
    const found = await authenticate(key)
    if (found !== null) keyUses.note(found.partnerId, hexHashOfApiKey(key))
    return found
  }
  const partner = await addressLimit.admit(request, 'PARTNER_API401_UNAUTHORIZED', lookUp)
  noteCaller(request, partner)
  const permissions = permissionsOfKey('partner', partner.keyPermissions)
  return { ...partner, person: null, permissions }
}

const byPerson = (session: FoundSession, request: FastifyRequest): CallingPartner => {
  const { partnerId, partnerStatus: status, userId } = session
  if (partnerId === null || status === null) throw new Error('a user’s partner is gone')
  noteCaller(request, { userId, ofPartner: partnerId })
  return { partnerId, status, person: session, permissions: permissionsOfPerson(session) }
}

/** Enough of a key's hash to tell a partner's keys apart. */
const KEY_HINT_LENGTH = 8

/** `name` is the actor in the history of a code. */
export type QrCaller = Permitted & { partnerId: number; name: string }

/** Adds routes of the Static QR Code API. An inactive partner is refused like a wrong key (D18). */
export const forQrCodes = (
  app: FastifyInstance,
  { authenticate, addressLimit, sessionGate, keyUses }: PartnerKeys,
  add: AddRoutes<QrCaller>,
): void => {
  const admit = async (request: FastifyRequest): Promise<QrCaller> => {
    const session = await sessionGate.admit(request, 'AUTH401_UNAUTHORIZED_ACCESS', 'partner')
    if (session !== null) {
      const partner = byPerson(session, request)
      if (partner.status !== 'active') throw new ApiError('AUTH401_UNAUTHORIZED_ACCESS')
      return { ...partner, name: `${userWireId(session.userId)} ${session.name}` }
    }
    const lookUp = async (key: string) => {
      const partner = await authenticate(key)
      const keyHash = hexHashOfApiKey(key)
      if (partner !== null) keyUses.note(partner.partnerId, keyHash)
      const keyHint = keyHash.slice(0, KEY_HINT_LENGTH)
      return partner?.status === 'active' ? { ...partner, keyHint } : null
    }
    const partner = await addressLimit.admit(request, 'AUTH401_UNAUTHORIZED_ACCESS', lookUp)
    noteCaller(request, partner)
    const name = `partner ${partner.keyHint}`
    return {
      partnerId: partner.partnerId,
      name,
      person: null,
      permissions: permissionsOfKey('partner', partner.keyPermissions),
    }
  }
  addAdmitted(app, admit, (scope, callerOf) =>
    add(scope, { admitted: 'partner', callerOf, first: countChanges() }),
  )
}
