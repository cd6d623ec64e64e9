import type { Centimes } from '@wasl/protocol'
import { partnerText } from '../../delivery/lookups/partner-text.ts'
import { qrImage, qrPath } from '../../payments/qr-codes/image.ts'
import type { IssuedReceipt } from '../../payments/receipts/issue.ts'
import { amountInWords } from '../../payments/receipts/in-words.ts'
import {
  localTime,
  receiptAmount,
  shownCash,
  shownDigest,
  shownParts,
  shownRefund,
  type ReceiptPaper,
} from '../../payments/receipts/shown.ts'
import { DIRECTIONS, documentOf, type Page } from './document.ts'
import { html, type Html } from './html.ts'
import { RECEIPT_STYLES } from './receipt-style.ts'
import { RECEIPT_TEXTS, type ReceiptTextName } from '../../payments/receipts/receipt-texts.ts'
import { codeText, safeText, shownNames } from './safe-text.ts'

export type ReceiptForm = {
  width: ReceiptPaper
  language: 'fr' | 'en'
  /** What the payer gave in cash. */
  given: Centimes | null
}

/** Printed forms of receipts: Arabic first, and one other language beside it (D33). */
export const receiptPage = (
  receipt: IssuedReceipt,
  { width, language, given }: ReceiptForm,
): Page => {
  const { payment, number, shortNumber, agentName } = receipt
  const [name, also] = shownNames(receipt.partner, 'ar')
  const label = (text: ReceiptTextName) => inBoth(text, language)
  const refund = shownRefund(payment, receipt.timeZone)
  const body = html`<main>
    <h1>${label('title')}</h1>
    ${receipt.isTest && html`<section class="test">${label('test')}</section>`}
    ${
      refund !== null &&
      html`<section class="refunded">
        ${label(refund.text)}
        <p>${codeText(refund.detail)}</p>
      </section>`
    }
    <section class="names">
      <p>${safeText(name)}</p>
      ${also !== null && html`<p>${safeText(also)}</p>`}
    </section>
    <p class="amount">${codeText(receiptAmount(payment.amount, payment.currency))}</p>
    <section class="words">
      ${(['ar', language] as const).map(
        (one) =>
          html`<span class="text" lang="${one}" dir="${DIRECTIONS[one]}"
            >${amountInWords(payment.amount, one)}</span
          >`,
      )}
    </section>
    ${partsOf(receipt, language)}
    <dl>
      ${row(label('reference'), safeText(payment.reference))}
      ${
        receipt.referenceSha256 !== null &&
        row(label('digest'), codeText(shownDigest(receipt.referenceSha256)))
      }
      ${row(label('paidAt'), codeText(localTime(payment.paid_at, receipt.timeZone)))}
      ${row(label('paidTo'), safeText(receipt.channelName))}
      ${agentName !== null && row(label('agent'), safeText(agentName))}
      ${cashOf(receipt, given, label)} ${row(label('shortNumber'), codeText(shortNumber))}
      ${row(label('number'), codeText(number))}
    </dl>
    ${codeOf(receipt.url, number)}
    <footer>
      ${label('check')}
      <p class="host">${codeText(new URL(receipt.issuer).host)}</p>
    </footer>
  </main>`
  return documentOf({
    language: 'ar',
    title: `${RECEIPT_TEXTS.ar.title} · ${partnerText(number)}`,
    style: RECEIPT_STYLES[width],
    isDarkToo: false,
    body,
  })
}

/** The lines of the bill. */
const partsOf = ({ payment }: IssuedReceipt, language: 'fr' | 'en'): Html =>
  html`${shownParts(payment.amount_detail ?? [], language).map(
    ({ label, value }) =>
      html`<p class="part"><span>${safeText(label)}</span> <b>${codeText(value)}</b></p>`,
  )}`

/** What the payer gave and got back, when the till said it. */
const cashOf = (
  { payment }: IssuedReceipt,
  given: Centimes | null,
  label: (name: ReceiptTextName) => Html,
): Html => {
  const cash = shownCash(payment, given)
  if (cash === null) return html``
  const money = (centimes: number) => codeText(receiptAmount(centimes, payment.currency))
  return html`${row(label('given'), money(cash.given))} ${row(label('change'), money(cash.change))}`
}

/** The same text in Arabic and in the other language. */
const inBoth = (text: ReceiptTextName, language: 'fr' | 'en'): Html =>
  html`${(['ar', language] as const).map(
    (one) =>
      html`<span class="text" lang="${one}" dir="${DIRECTIONS[one]}"
        >${RECEIPT_TEXTS[one][text]}</span
      >`,
  )}`

const row = (label: Html, value: Html): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

/** Half a millimetre for each module: four dots of a thermal printer. */
const MODULE_MM = 0.5

const codeOf = (url: string, number: string): Html => {
  const image = qrImage(url)
  const side = image.modules.length
  return html`<svg
    class="code"
    viewBox="0 0 ${side} ${side}"
    width="${side * MODULE_MM}mm"
    height="${side * MODULE_MM}mm"
    role="img"
    aria-label="${number}"
    shape-rendering="crispEdges"
  >
    <path fill="#000" d="${qrPath(image)}" />
  </svg>`
}
