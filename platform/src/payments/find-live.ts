import type { Pipeline } from '../database/pipeline.ts'
import type { PaymentStage } from '@wasl/protocol'

export type LivePayment = {
  payment_id: string
  stage: PaymentStage
  lock_expires_at: Date
  at: Date
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
        wasl_now() as at
      from live_references live
      left join payments payment using (partner_id, payment_id)
      where live.partner_id = $1::int and live.reference = $2::text
        and payment.stage is distinct from 'released'`,
    values: [partnerId, reference],
  })
  return row ?? null
}
