import {
  dinarsFromCentimes,
  dinarsFromSum,
  pickLanguage,
  type QueryOf,
  type Receipt,
} from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import { receiptPage } from '../pages/receipt.ts'
import type { IssuedReceipt } from '../../payments/receipts/issue.ts'
import { printReceipt } from '../../payments/receipts/print-receipt.ts'
import type { RenderPdf } from '../../base/pdf/render-pdf.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { Answered } from '../server/routes.ts'

type ReceiptQuery = QueryOf<typeof OPERATIONS.channel.receipts.readReceipt>

/** A receipt in the form that was asked for (D33). */
export const receiptAnswer = async (
  renderPdf: RenderPdf,
  receipt: IssuedReceipt,
  query: ReceiptQuery,
  acceptLanguage: string | undefined,
) => {
  const { format } = query
  if (format === 'json') return receiptBody(receipt)
  const given = query.given === undefined ? null : centimesOf(Number(query.given))
  const language = secondLanguage(acceptLanguage)
  const form = { width: query.width ?? 'A6', language, given } as const
  if (format !== 'html') {
    const file = await printReceipt(renderPdf, receipt, { ...form, format })
    return new Answered(200, MEDIA_TYPES[format], file, PRIVATE)
  }
  const page = receiptPage(receipt, form)
  return new Answered(200, 'text/html; charset=utf-8', page.markup, {
    ...PRIVATE,
    'content-security-policy': page.policy,
  })
}

const MEDIA_TYPES = { pdf: 'application/pdf', png: 'image/png' } as const

// A refund changes what it says, and it is about one payer.
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-language',
}

/** Beside Arabic: French, unless the header prefers English. */
const secondLanguage = (acceptLanguage = ''): 'fr' | 'en' => {
  const withoutArabic = acceptLanguage
    .split(',')
    .filter((entry) => !/^\s*(?:ar|\*)/i.test(entry))
    .join(',')
  return pickLanguage(`fr;q=0.001,${withoutArabic}`) === 'en' ? 'en' : 'fr'
}

const receiptBody = ({ payment, partner, ...receipt }: IssuedReceipt): Receipt => ({
  number: receipt.number,
  shortNumber: receipt.shortNumber,
  issuer: receipt.issuer,
  paymentId: payment.payment_id,
  partnerId: partnerWireId(payment.partner_id),
  partnerName: partner.name,
  partnerNameAr: partner.nameAr,
  channelName: receipt.channelName,
  reference: payment.reference,
  referenceSha256: receipt.referenceSha256,
  amount: dinarsFromCentimes(payment.amount),
  currency: payment.currency,
  paidAt: payment.paid_at.toISOString(),
  refundedAt: payment.refunded_at?.toISOString() ?? null,
  refundedAmount: dinarsFromSum(payment.refunded_amount),
  isTest: receipt.isTest,
  code: receipt.code,
  url: receipt.url,
})
