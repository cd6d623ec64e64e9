import { readPaymentRecords } from '../../payments/read-records.ts'
import { issueReceipt } from '../../payments/receipts/issue.ts'
import { createRenderPdf } from '../../base/pdf/render-pdf.ts'
import { receiptAnswer } from '../bodies/receipt.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Receipts in the operator API (D33): as the channel of the payment gives them. */
export const receipts = ({
  db,
  keyring,
  makeTransition,
  codes,
}: RouteDeps): OperatorHandlers<'receipts'> => {
  const renderPdf = createRenderPdf()
  const { publicOrigin } = codes
  const deps = { pool: db.pool, hot: db.hot, keyring, makeTransition, publicOrigin }
  return {
    async readAnyReceipt({ params, query, request }, refuse) {
      const [payment] = await readPaymentRecords(deps, [params.paymentId.toLowerCase()])
      if (payment === undefined) throw refuse('PAYMENT404_NOT_FOUND')
      const channel = { channelId: payment.channel_id, name: payment.channel_name }
      const issued = await issueReceipt(deps, channel, payment.payment_id)
      if (!issued.ok) throw refuse(issued.code)
      return receiptAnswer(renderPdf, issued.receipt, query, request.headers['accept-language'])
    },
  }
}
