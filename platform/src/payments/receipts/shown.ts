/** Amounts, times and digests as receipts show them, in every language and form. */
import { formatDinars, type Centimes, type ReceiptWidth } from '@wasl/protocol'
import type { PaymentRow } from '../payment-row.ts'

export type ReceiptPaper = ReceiptWidth | 'A6'

/**
 * Both languages read one amount, so it is written once: a space between thousands, a comma before
 * the centimes, and the currency as people write it: DA, not the code of banks.
 *
 * @example receiptAmount(125_050, 'DZD') // '1 250,50 DA', with spaces that do not break
 */
export const receiptAmount = (centimes: number, currency: string): string =>
  `${grouped(centimes)}\u00a0${currency === 'DZD' ? 'DA' : currency}`

const grouped = (centimes: number): string => {
  const [whole = '', part = ''] = formatDinars(centimes).split('.')
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0')},${part}`
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

export type ShownCash = { given: Centimes; change: Centimes }

/** What the payer gave and got back, as the till says it; null when it is not enough. */
export const shownCash = (
  { amount }: Pick<PaymentRow, 'amount'>,
  given: Centimes | null,
): ShownCash | null => {
  if (given === null) return null
  const inCash = given % 100 === 0 ? Math.max(100, Math.floor((amount + 50) / 100) * 100) : amount
  return given < inCash ? null : { given, change: given - inCash }
}

type Labels = { label_ar?: string; label_fr?: string; label_en?: string; value: number }

/** A line that has more decimals than money is written as it was received. */
const shownPart = (value: number): string => {
  if (Number(value.toFixed(2)) !== value) return String(value).replace('.', ',')
  const sum = grouped(Math.round(Math.abs(value) * 100))
  return value < 0 ? `−${sum}` : sum
}

/** The lines of the bill, in the first language that has a label; an erased one is left out. */
export const shownParts = (
  parts: readonly unknown[],
  language: 'fr' | 'en',
): { label: string; value: string }[] =>
  (parts as readonly Labels[]).flatMap(({ value, ...labels }) => {
    const label = labels.label_ar ?? labels[`label_${language}`] ?? labels.label_fr
    return label === undefined ? [] : [{ label, value: shownPart(value) }]
  })

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
