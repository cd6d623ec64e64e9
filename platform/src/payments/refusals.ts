import type { Pipeline } from '../base/database/pipeline.ts'
import type { Cause, TransitionRefusal } from './payment.ts'

export type RefusedChange = {
  partnerId: number
  paymentId: string
  at: Date
  cause: Cause
  code: TransitionRefusal
  /** The centimes in the request, if it gave any. */
  amount: number | null
}

/**
 * Refusals kept for one payment: a till that repeats a refused request says nothing new after so
 * many.
 */
const KEPT_MAX = 1_000

/** Records a refused change, because cash may have been taken and someone will ask (D9). */
export const recordRefusal = async (
  connection: Pipeline,
  { partnerId, paymentId, at, cause, code, amount }: RefusedChange,
): Promise<void> => {
  await connection.query({
    name: 'record-refusal',
    text: `
      insert into payment_refusals
        (partner_id, payment_id, refusal_id, at, cause, code, amount)
      select $1::int, $2::uuid, new_id($1::int), $3, $4, $5, $6
      where (
        select count(*)
        from (
          select from payment_refusals where partner_id = $1::int and payment_id = $2::uuid limit $7
        ) as kept
      ) < $7`,
    values: [partnerId, paymentId, at, cause, code, amount, KEPT_MAX],
  })
}
