import type { OwnPaymentRecord } from '@wasl/protocol'
import { listPayments, type PaymentFilter } from '../../payments/list.ts'
import type { OperatorPaymentDeps, PaymentRecordRow } from '../../payments/payment-record.ts'
import { ownRecordOf } from '../bodies/own-payment.ts'
import type { Pages } from '../bodies/payment-export.ts'

const PAGE_ROWS = 500

/** A partner's payments of a filter, page by page, the newest first. */
export const ownPages = async function* (
  reading: OperatorPaymentDeps,
  filter: PaymentFilter,
): Pages<OwnPaymentRecord> {
  for (let beforeId: string | null = null; ;) {
    const rows: PaymentRecordRow[] = await listPayments(reading, filter, {
      limit: PAGE_ROWS,
      beforeId,
    })
    if (rows.length > 0) yield rows.map(ownRecordOf)
    if (rows.length < PAGE_ROWS) return
    beforeId = rows.at(-1)?.payment_id ?? null
  }
}
