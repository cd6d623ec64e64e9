/** What the routes of the channel API share (D21). */
import {
  permissionsOfKey,
  type AgentWarning,
  type ChannelPayment,
  type ErrorCode,
} from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../base/audit/append.ts'
import type { CallingChannel, OfKey } from '../../parties/keys/authenticate.ts'
import type { Refusal } from '../../base/refusal.ts'
import type { Cause } from '../../payments/payment.ts'
import type { PaymentRow } from '../../payments/payment-row.ts'
import type { FoundSession } from '../../parties/people/find-session.ts'
import { actorOf, permissionsOfPerson } from '../../parties/people/session.ts'
import { agentNumber, channelWireId } from '../../base/wire-ids.ts'
import { asLeftBy, channelPaymentOf } from '../bodies/payment.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import type { ApiError } from '../../base/api-error.ts'
import type { Permitted } from '../server/permitted.ts'
import type { Refuse, RouteOptions } from '../server/routes.ts'
import type { SessionGate } from '../server/session-gate.ts'
import { noteCaller } from '../server/subject.ts'

export type ChannelKeys = {
  addressLimit: AddressLimit
  sessionGate: SessionGate
  authenticate: (key: string | undefined) => Promise<(CallingChannel & OfKey) | null>
}

/** Adds routes that only channels may call; others are refused with CHANNEL401_UNAUTHORIZED. */
export const forChannels = (
  app: FastifyInstance,
  { authenticate, addressLimit, sessionGate }: ChannelKeys,
  add: (scope: FastifyInstance, options: RouteOptions<ChannelCaller>) => void,
): void => {
  const admit = async (request: FastifyRequest): Promise<ChannelCaller> => {
    const person = await sessionGate.admit(request, 'CHANNEL401_UNAUTHORIZED', 'channel')
    if (person !== null) return byPerson(person, request)
    const channel = await addressLimit.admit(request, 'CHANNEL401_UNAUTHORIZED', authenticate)
    noteCaller(request, channel)
    const id = channelWireId(channel.channelId)
    const actor = { id, name: channel.name, requestId: request.id }
    const permissions = permissionsOfKey('channel', channel.keyPermissions)
    return { ...channel, person: null, permissions, actor }
  }
  addAdmitted(app, admit, (scope, callerOf) => add(scope, { admitted: 'channel', callerOf }))
}

/** A channel, by its key or by one of its users. */
export type ChannelCaller = CallingChannel & Permitted & { actor: Actor }

const byPerson = (session: FoundSession, request: FastifyRequest): ChannelCaller => {
  const { channelId, channelKind: kind, channelName: name, channelStatus: status } = session
  const { requiresAgent, isTest, partnerIds } = session
  const isComplete =
    kind !== null && name !== null && status !== null && requiresAgent !== null && isTest !== null
  if (channelId === null || !isComplete) throw new Error('a user’s channel is gone')
  noteCaller(request, { userId: session.userId })
  const channel = { channelId, kind, name, status, requiresAgent, isTest, partnerIds }
  const actor = actorOf(session, request.id)
  return { ...channel, person: session, permissions: permissionsOfPerson(session), actor }
}

/** The answer about a payment after a cause. Warnings are there only when there are some. */
export const answered = (
  payment: PaymentRow,
  cause: Cause | 'open',
  warnings: AgentWarning[] = [],
): ChannelPayment => ({
  ...channelPaymentOf(asLeftBy(payment, cause)),
  ...(warnings.length > 0 && { warnings }),
})

/**
 * The agent in whose name a payment opens; null without one.
 *
 * @throws ApiError VALIDATION400 when the channel's setting demands an agent (D30).
 */
export const openingAgentOf = (
  agentId: string | undefined,
  { requiresAgent }: CallingChannel,
  refuse: Refuse<'VALIDATION400'>,
): number | null => {
  if (agentId !== undefined) return agentNumber(agentId)
  if (!requiresAgent) return null
  const message = 'expected the agent who takes the money, because this channel requires one'
  throw refuse('VALIDATION400', { details: [{ path: 'agentId', message }] })
}

/** Turns a refusal into the error to throw. */
export const refused = <Code extends ErrorCode>(
  refuse: Refuse<Code>,
  { code, extra, explanation, retryAfterSeconds }: Refusal<Code>,
): ApiError =>
  refuse(code, {
    ...(extra && { extra }),
    ...(retryAfterSeconds !== undefined && {
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
    ...(explanation !== undefined && { explanation }),
  })

/**
 * Refuses to open a payment when the channel is disabled or may not take payments for this partner
 * (W123). Open payments are not affected, because their cash may already be taken.
 *
 * @param partnerId null when the QR code is of no partner, which is refused as an unknown code.
 */
export const refuseOpening = (
  { status, partnerIds }: CallingChannel,
  partnerId: number | null,
  refuse: Refuse<'CHANNEL403_DISABLED' | 'CHANNEL403_PARTNER_NOT_ALLOWED'>,
): void => {
  if (status === 'disabled') throw refuse('CHANNEL403_DISABLED')
  if (partnerIds === null || partnerId === null || partnerIds.includes(partnerId)) return
  throw refuse('CHANNEL403_PARTNER_NOT_ALLOWED')
}
