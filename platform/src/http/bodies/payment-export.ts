import { pickLanguage, type EXPORT_FORMATS, type Language } from '@wasl/protocol'
import { MARK, row } from '../../money/settlement/documents/csv-excel.ts'
import { spool } from '../../money/settlement/documents/spool.ts'
import { Answered } from '../server/routes.ts'
import type { Column } from './payment-columns.ts'
import { atMost, tableFile } from './table-file.ts'

/** Pages of payments, as a list answers them. */
export type Pages<Payment> = AsyncIterable<readonly Payment[]>

/** For a spreadsheet that is set to French, as the statement's (W119). */
const csv = async function* <Payment>(
  pages: Pages<Payment>,
  columns: readonly Column<Payment>[],
  language: Language,
): AsyncGenerator<string> {
  yield MARK + row(columns.map(({ head }) => head[language]))
  for await (const page of pages) {
    yield page.map((payment) => row(columns.map(({ value }) => value(payment)))).join('')
  }
}

const json = async function* (pages: Pages<unknown>): AsyncGenerator<string> {
  let before = '{"items":['
  for await (const page of pages) {
    for (const payment of page) {
      yield `${before}${JSON.stringify(payment)}`
      before = ',\n'
    }
  }
  yield before.startsWith('{') ? `${before}]}` : ']}'
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const

export type ExportForm = {
  format: (typeof EXPORT_FORMATS)[number]
  lang?: Language | undefined
  acceptLanguage: string | undefined
  /** Of the moments in a workbook. */
  readTimeZone: () => Promise<string>
  /** The refusal when more than `EXPORT_ROWS_MAX` payments match. */
  tooMany: () => Error
}

const TITLE = { en: 'Payments', fr: 'Paiements', ar: 'الدفعات' } as const

/**
 * One file with payments. It is written in full before its first byte is sent, so a file that cannot be
 * finished is refused, and a slow client holds no connection of the database.
 *
 * @throws what `tooMany` makes.
 */
export const paymentsFile = async <Payment>(
  pages: Pages<Payment>,
  columns: readonly Column<Payment>[],
  { format, lang, acceptLanguage, readTimeZone, tooMany }: ExportForm,
) => {
  const language = lang ?? pickLanguage(acceptLanguage)
  const payments = atMost(pages, tooMany)
  if (format === 'xlsx') {
    return tableFile({
      title: TITLE[language],
      name: 'payments',
      language,
      timeZone: await readTimeZone(),
      columns: columns.map(({ head, cell, isTotalled = false }) => ({
        head: head[language],
        cell: (payment: Payment) => cell(payment, language),
        isTotalled,
      })),
      pages: payments,
    })
  }
  const document = await spool(format === 'csv' ? csv(payments, columns, language) : json(payments))
  return new Answered(200, TYPES[format], document.stream(), {
    'content-disposition': `attachment; filename="payments.${format}"`,
    'content-length': String(document.bytes),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    vary: 'accept-language',
  })
}
