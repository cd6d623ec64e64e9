import type { OPERATIONS } from '@wasl/protocol/operations'
import type { CallingChannel } from '../../parties/keys/authenticate.ts'
import { issueReceipt, type IssueDeps } from '../../payments/receipts/issue.ts'
import { createRenderPdf } from '../../base/pdf/render-pdf.ts'
import { receiptAnswer } from '../bodies/receipt.ts'
import type { Handlers } from '../server/routes.ts'

export type ReceiptDeps = IssueDeps

/** Receipts in the channel API (D33). */
export const receipts = (
  deps: ReceiptDeps,
): Handlers<typeof OPERATIONS.channel.receipts, CallingChannel> => {
  // Of their own: a payer does not wait for statements.
  const renderPdf = createRenderPdf()
  return {
    async readReceipt({ params, query, caller, request }, refuse) {
      const issued = await issueReceipt(deps, caller, params.paymentId)
      if (!issued.ok) throw refuse(issued.code)
      return receiptAnswer(renderPdf, issued.receipt, query, request.headers['accept-language'])
    },
  }
}
