import type { Pipeline } from '../base/database/pipeline.ts'
import type { PaymentStage } from '@wasl/protocol'

export type LivePayment = {
  payment_id: string
  stage: PaymentStage
  lock_expires_at: Date
  at: Date
  /** Of the payment itself: null when its month was dropped. */
  channel_id: number | null
  agent_id: number | null
  opened_at: Date | null
  paid_at: Date | null
  /** Who took the money, else in whose name it was opened. */
  paid_agent_id: number | null
  paid_agent_name: string | null
}

/** The payment that occupies a reference: locked (perhaps by a lapsed lock), paid or refunded. */
export const findLivePayment = async (
  connection: Pipeline,
  partnerId: number,
  reference: string,
): Promise<LivePayment | null> => {
  const [row] = await connection.query<LivePayment>({
    name: 'find-live-payment',
    text: `
      select payment_id, coalesce(payment.stage, 'paid') as stage, payment.lock_expires_at,
        wasl_now() as at, payment.channel_id, payment.agent_id, payment.opened_at, payment.paid_at,
        agent.agent_id as paid_agent_id, agent.name as paid_agent_name
      from live_references live
      left join payments payment using (partner_id, payment_id)
      left join agents agent on agent.agent_id = coalesce(payment.taken_by, payment.agent_id)
      where live.partner_id = $1::int and live.reference = $2::text
        and payment.stage is distinct from 'released'`,
    values: [partnerId, reference],
  })
  return row ?? null
}
