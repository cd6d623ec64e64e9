import type { FastifyRequest } from 'fastify'
import {
  channelWireId,
  operatorKeyWireId,
  partnerNumber,
  partnerOfId,
  partnerWireId,
  userWireId,
} from '../../base/wire-ids.ts'

/** The caller, after its key or session was verified. */
export type Caller =
  | { partnerId: number }
  | { channelId: number }
  | { operatorKeyId: number }
  /** With the partner of a user of a partner. */
  | { userId: number; ofPartner?: number }

/** The wire ids that a log line names. */
export type Subject = {
  partnerId?: string
  channelId?: string
  operatorKeyId?: string
  userId?: string
  paymentId?: string
  eventId?: string
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Remembers the caller for the log. Call it after the key is verified, not before. */
export const noteCaller = (request: FastifyRequest, caller: Caller): void => {
  callers.set(request, caller)
}

/**
 * What a request is about: its caller, and the well-formed ids in its path and body. Nothing else
 * that a caller sent is logged.
 */
export const subjectOf = (request: FastifyRequest): Subject => {
  const params = fieldsOf(request.params)
  const paymentId = idIn(params['paymentId'])
  const eventId = idIn(params['eventId'])
  const named = [params['partnerId'], fieldsOf(request.body)['partnerId']].find(isPartnerId)
  const owner = partnerOfId(paymentId ?? eventId ?? '')
  return {
    ...(owner !== null && { partnerId: partnerWireId(owner) }),
    ...(named !== undefined && { partnerId: named }),
    ...callerIds(callers.get(request)),
    ...(paymentId !== undefined && { paymentId }),
    ...(eventId !== undefined && { eventId }),
  }
}

/** The wire id of a caller that was let in; empty for anyone else. */
export const callerIdsOf = (request: FastifyRequest): Subject => callerIds(callers.get(request))

const callerIds = (caller: Caller | undefined): Subject => {
  if (caller === undefined) return {}
  if ('userId' in caller) {
    const { userId, ofPartner } = caller
    return {
      userId: userWireId(userId),
      ...(ofPartner !== undefined && { partnerId: partnerWireId(ofPartner) }),
    }
  }
  if ('partnerId' in caller) return { partnerId: partnerWireId(caller.partnerId) }
  if ('channelId' in caller) return { channelId: channelWireId(caller.channelId) }
  return { operatorKeyId: operatorKeyWireId(caller.operatorKeyId) }
}

/** The fields of a part of a request; none when it is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** One spelling, so that a search in the log finds it. */
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && partnerOfId(value) !== null ? value.toLowerCase() : undefined

const isPartnerId = (value: unknown): value is string =>
  typeof value === 'string' && partnerNumber(value) !== null
