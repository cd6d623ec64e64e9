/**
 * What a channel learns of the payment that holds a reference or a code: its own, never another
 * channel's. The agent who opened it continues it; a paid one was taken by an agent of this channel.
 */
import type { OwnPayment, PaidHere } from '@wasl/protocol'
import { agentWireId } from '../base/wire-ids.ts'

/** Who opens: a channel, in the name of an agent or of none. */
export type Opener = { channelId: number; agentId: number | null }

type Holding = {
  payment_id: string
  channel_id: number | null
  agent_id: number | null
  opened_at: Date | null
  paid_at: Date | null
  paid_agent_id: number | null
  paid_agent_name: string | null
}

/** The open payment, when the same agent of the same channel opened it: the agent may continue it. */
export const ownPaymentOf = (
  holding: Pick<Holding, 'payment_id' | 'channel_id' | 'agent_id' | 'opened_at'>,
  opener: Opener,
): { ownPayment?: OwnPayment } => {
  const { channel_id: channelId, agent_id: agentId, opened_at: openedAt } = holding
  const isOwn = channelId === opener.channelId && agentId === opener.agentId
  if (!isOwn || openedAt === null) return {}
  return { ownPayment: { paymentId: holding.payment_id, openedAt: openedAt.toISOString() } }
}

/** When and by whom the payment was taken, when it was taken in this channel. */
export const paidHereOf = (
  holding: Pick<
    Holding,
    'payment_id' | 'channel_id' | 'paid_at' | 'paid_agent_id' | 'paid_agent_name'
  >,
  channelId: number,
): { paidHere?: PaidHere } => {
  if (holding.channel_id !== channelId || holding.paid_at === null) return {}
  const { paid_agent_id: agentId, paid_agent_name: agentName } = holding
  return {
    paidHere: {
      paymentId: holding.payment_id,
      paidAt: holding.paid_at.toISOString(),
      agentId: agentId === null ? null : agentWireId(agentId),
      agentName,
    },
  }
}
