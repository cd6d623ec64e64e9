/** Amounts, times and digests as receipts show them, in every language and form. */
import { formatDinars, type ReceiptWidth } from '@wasl/protocol'
import type { PaymentRow } from '../payments/payment-row.ts'

export type ReceiptPaper = ReceiptWidth | 'A6'

/**
 * Both languages read one amount, so it is written once: a space between thousands, a comma before
 * the centimes, and the currency's code.
 *
 * @example receiptAmount(125_050, 'DZD') // '1 250,50 DZD', with spaces that do not break
 */
export const receiptAmount = (centimes: number, currency: string): string => {
  const [whole = '', part = ''] = formatDinars(centimes).split('.')
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0')},${part}\u00a0${currency}`
}

/** @example localTime(new Date('2026-11-21T09:03:20.125Z'), 'Africa/Algiers') // '21/11/2026 10:03' */
export const localTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('fr-FR', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
    .format(time)
    .replace(',', '')

/** The beginning of a digest, which people can compare. */
export const shownDigest = (sha256: string): string =>
  (sha256.slice(0, 16).match(/.{4}/g) ?? []).join(' ')

export type ShownRefund = { text: 'refunded' | 'refundedInPart'; detail: string }

/** When all of it was refunded, or how much of it; null when nothing was. */
export const shownRefund = (
  {
    refunded_at,
    refunded_amount,
    currency,
  }: Pick<PaymentRow, 'refunded_at' | 'refunded_amount' | 'currency'>,
  timeZone: string,
): ShownRefund | null => {
  if (refunded_at !== null) return { text: 'refunded', detail: localTime(refunded_at, timeZone) }
  if (refunded_amount === 0) return null
  return { text: 'refundedInPart', detail: receiptAmount(refunded_amount, currency) }
}
