import type { Centimes } from '@wasl/protocol'
import { join } from 'node:path'
import { RECEIPT_TEXTS, type ReceiptTextName } from './receipt-texts.ts'
import type { RenderPdf } from '../../base/pdf/render-pdf.ts'
import { qrImage, qrSvg } from '../qr-codes/image.ts'
import { partnerText } from '../../delivery/lookups/partner-text.ts'
import type { IssuedReceipt } from './issue.ts'
import { amountInWords } from './in-words.ts'
import {
  localTime,
  receiptAmount,
  shownCash,
  shownDigest,
  shownParts,
  shownRefund,
  type ReceiptPaper,
} from './shown.ts'

const TEMPLATE = join(import.meta.dirname, 'receipt.typ')

/** Millimetres. A roll has no height: its page is as long as the receipt. */
const PAPERS = {
  58: { width: 58, height: null, margin: 5, size: 2.9 },
  80: { width: 80, height: null, margin: 5, size: 3.2 },
  A6: { width: 105, height: 148, margin: 7, size: 2.5 },
} as const

/** A thermal printer reaches this much of its roll: 384 or 576 dots. */
const PRINTED = {
  58: { ...PAPERS[58], width: 48, margin: 1 },
  80: { ...PAPERS[80], width: 72, margin: 1 },
  A6: PAPERS.A6,
} as const

/** Of a thermal printer of 203 dots per inch. */
const DOTS_PER_MM = 8

/** For each module of the code; fewer where a long name makes too many modules for the roll. */
const MODULE_DOTS_MAX = 4

/** A bill with more lines than this is not printed line by line: the partner's own bill says them. */
const PARTS_MAX = 8

type Directed = { text: string; dir: 'ltr' | 'rtl' }
type Label = { first: Directed; second: Directed }

/** The receipt as PDF or PNG: Arabic first, and one other language (D33). */
export const printReceipt = (
  renderPdf: RenderPdf,
  receipt: IssuedReceipt,
  {
    format,
    width,
    language,
    given,
  }: { format: 'pdf' | 'png'; width: ReceiptPaper; language: 'fr' | 'en'; given: Centimes | null },
): Promise<Buffer> => {
  const { payment, partner, timeZone } = receipt
  const code = qrImage(receipt.url)
  const label = (name: ReceiptTextName): Label => ({
    first: { text: RECEIPT_TEXTS.ar[name], dir: 'rtl' },
    second: { text: RECEIPT_TEXTS[language][name], dir: 'ltr' },
  })
  const row = (name: ReceiptTextName, value: Directed) => ({ label: label(name), value })
  const money = (centimes: number): Directed => ltr(receiptAmount(centimes, payment.currency))
  const { referenceSha256: digest, agentName } = receipt
  const cash = shownCash(payment, given)
  const refund = shownRefund(payment, timeZone)
  const paper = (format === 'pdf' ? PAPERS : PRINTED)[width]
  return renderPdf({
    template: TEMPLATE,
    pngPixels: format === 'pdf' ? undefined : paper.width * DOTS_PER_MM,
    data: {
      ...paper,
      title: receipt.number,
      heading: label('title'),
      test: receipt.isTest ? label('test') : null,
      refund: refund && { label: label(refund.text), detail: ltr(refund.detail) },
      names: [partner.nameAr, partner.name].flatMap((name) => (name === null ? [] : [any(name)])),
      amount: money(payment.amount),
      words: [
        { text: amountInWords(payment.amount, 'ar'), dir: 'rtl' },
        ltr(amountInWords(payment.amount, language)),
      ],
      parts: shownParts(payment.amount_detail ?? [], language)
        .slice(0, PARTS_MAX)
        .map((part) => ({ label: any(part.label), value: ltr(part.value) })),
      rows: [
        row('reference', any(payment.reference)),
        ...(digest === null ? [] : [row('digest', ltr(shownDigest(digest)))]),
        row('paidAt', ltr(localTime(payment.paid_at, timeZone))),
        row('paidTo', any(receipt.channelName)),
        ...(agentName === null ? [] : [row('agent', any(agentName))]),
        ...(cash === null
          ? []
          : [row('given', money(cash.given)), row('change', money(cash.change))]),
        row('shortNumber', ltr(receipt.shortNumber)),
        row('number', ltr(receipt.number)),
      ],
      code: qrSvg(code),
      codeWidth: codeWidth(code.modules.length, paper),
      check: label('check'),
      host: ltr(new URL(receipt.issuer).host),
    },
  })
}

/** Millimetres. Each module is a whole number of dots. */
const codeWidth = (modules: number, paper: { width: number; margin: number }): number => {
  const dots = (paper.width - 2 * paper.margin) * DOTS_PER_MM
  return (modules * Math.min(MODULE_DOTS_MAX, Math.floor(dots / modules))) / DOTS_PER_MM
}

const ltr = (text: string): Directed => ({ text, dir: 'ltr' })

/** As the browser decides it for a text of its own: by its first letter. */
const any = (text: string): Directed => {
  const visible = partnerText(text)
  const first = /\p{L}/u.exec(visible)?.[0] ?? ''
  return { text: visible, dir: /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first) ? 'rtl' : 'ltr' }
}
