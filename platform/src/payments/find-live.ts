import type { Pipeline } from '../base/database/pipeline.ts'
import type { PaymentStage } from '@wasl/protocol'
import { wallClock } from '../base/chance.ts'
import { readWithin, type IdRange } from '../base/database/id-range.ts'

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

/**
 * The newest payment of a reference. It occupies the reference unless it is released: it is locked
 * (perhaps by a lapsed lock), paid or refunded.
 */
export const findLivePayment = async (
  connection: Pipeline,
  partnerId: number,
  reference: string,
): Promise<LivePayment | null> => {
  const read = async (ids: IdRange): Promise<LivePayment | undefined> => {
    const [row] = await connection.query<LivePayment>({
      name: 'find-live-payment',
      text: FIND_LIVE_PAYMENT,
      values: [partnerId, reference, ...ids],
    })
    return row
  }
  return (await readWithin(wallClock(), read, ({ payment_id }) => payment_id)) ?? null
}

const FIND_LIVE_PAYMENT = `
select live.payment_id, coalesce(payment.stage, 'paid') as stage, payment.lock_expires_at,
  wasl_now() as at, payment.channel_id, payment.agent_id, payment.opened_at, payment.paid_at,
  agent.agent_id as paid_agent_id, agent.name as paid_agent_name
from live_references live
left join payments payment on payment.partner_id = live.partner_id
  and payment.payment_id = live.payment_id and payment.payment_id between $3::uuid and $4::uuid
left join agents agent on agent.agent_id = coalesce(payment.taken_by, payment.agent_id)
where live.partner_id = $1::int and live.reference = $2::text
`
