import type { FastifyRequest } from 'fastify'
import {
  channelWireId,
  operatorKeyWireId,
  partnerNumber,
  partnerOfId,
  partnerWireId,
} from '../../wire-ids.ts'

/** Who called, once the key was verified. */
export type Caller = { partnerId: number } | { channelId: number } | { operatorKeyId: number }

/** The ids that a log line names, as they travel. */
export type Subject = {
  partnerId?: string
  channelId?: string
  operatorKeyId?: string
  paymentId?: string
  eventId?: string
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Remembers who called, for the log. Call it when the key is verified, not before. */
export const noteCaller = (request: FastifyRequest, caller: Caller): void => {
  callers.set(request, caller)
}

/**
 * Whom and what a request concerns: its caller, and the ids in its path and body where they are
 * well formed. Nothing else that a caller sent is logged.
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

const callerIds = (caller: Caller | undefined): Subject => {
  if (caller === undefined) return {}
  if ('partnerId' in caller) return { partnerId: partnerWireId(caller.partnerId) }
  if ('channelId' in caller) return { channelId: channelWireId(caller.channelId) }
  return { operatorKeyId: operatorKeyWireId(caller.operatorKeyId) }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** One spelling, so that a search in the log finds it. */
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && partnerOfId(value) !== null ? value.toLowerCase() : undefined

const isPartnerId = (value: unknown): value is string =>
  typeof value === 'string' && partnerNumber(value) !== null
