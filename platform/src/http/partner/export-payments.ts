import {
  EXPORT_PAYMENTS_MAX,
  pickLanguage,
  type Language,
  type OwnPaymentRecord,
} from '@wasl/protocol'
import { listPayments, type PaymentFilter } from '../../payments/list.ts'
import type { OperatorPaymentDeps, PaymentRecordRow } from '../../payments/payment-record.ts'
import { spool } from '../../settlement/documents/spool.ts'
import { ownRecordOf } from '../bodies/own-payment.ts'
import { paymentsCsv, paymentsJson } from '../bodies/payment-export.ts'
import { Answered } from '../server/routes.ts'

const PAGE_ROWS = 500

/** More payments match than one file may have. */
export class TooManyPayments extends Error {}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const

type Export = {
  format: 'csv' | 'json'
  lang?: Language | undefined
  acceptLanguage: string | undefined
}

/**
 * One file with the payments of a filter. It is written in full before its first byte is sent, so a file
 * that cannot be finished is refused, and a slow client holds no connection of the database.
 *
 * @throws TooManyPayments
 */
export const exportPayments = async (
  reading: OperatorPaymentDeps,
  filter: PaymentFilter,
  { format, lang, acceptLanguage }: Export,
) => {
  const pages = pagesOf(reading, filter)
  const language = lang ?? pickLanguage(acceptLanguage)
  const parts = format === 'csv' ? paymentsCsv(pages, language) : paymentsJson(pages)
  const document = await spool(parts)
  return new Answered(200, TYPES[format], document.stream(), {
    'content-disposition': `attachment; filename="payments.${format}"`,
    'content-length': String(document.bytes),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    vary: 'accept-language',
  })
}

const pagesOf = async function* (
  reading: OperatorPaymentDeps,
  filter: PaymentFilter,
): AsyncGenerator<OwnPaymentRecord[]> {
  let beforeId: string | null = null
  for (let count = 0; ;) {
    const rows: PaymentRecordRow[] = await listPayments(reading, filter, {
      limit: PAGE_ROWS,
      beforeId,
    })
    count += rows.length
    if (count > EXPORT_PAYMENTS_MAX) throw new TooManyPayments()
    if (rows.length > 0) yield rows.map(ownRecordOf)
    if (rows.length < PAGE_ROWS) return
    beforeId = rows.at(-1)?.payment_id ?? null
  }
}
