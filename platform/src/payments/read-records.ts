import {
  CLOCK,
  PAYMENT_RECORD,
  type OperatorPaymentDeps,
  type PaymentRecordRow,
} from './payment-record.ts'
import { releaseLapsedRecord } from './release-lapsed.ts'

/** The payments with these ids, the newest first. */
export const readPaymentRecords = async (
  { pool, makeTransition }: OperatorPaymentDeps,
  ids: readonly string[],
): Promise<PaymentRecordRow[]> => {
  if (ids.length === 0) return []
  // The last digits of an id are its partner's number.
  const partnerIds = ids.map((id) => Number.parseInt(id.slice(-8), 16))
  const { rows } = await pool.query<PaymentRecordRow>(
    `${CLOCK}
    select ${PAYMENT_RECORD}
    from clock
    cross join unnest($1::int[], $2::uuid[]) as found (partner_id, payment_id)
    join payments payment using (partner_id, payment_id)
    order by payment.payment_id desc`,
    [partnerIds, ids],
  )
  return Promise.all(rows.map((row) => releaseLapsedRecord(makeTransition, row)))
}
