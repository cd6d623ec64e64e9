import {
  centimesFromDinars,
  EXPORT_PAYMENTS_MAX,
  pickLanguage,
  type EXPORT_FORMATS,
  type Language,
  type OperatorPaymentRecord,
  type OwnPaymentRecord,
} from '@wasl/protocol'
import { comma, MARK, row } from '../../settlement/documents/csv-excel.ts'
import { safeField } from '../../settlement/documents/csv-field.ts'
import { spool } from '../../settlement/documents/spool.ts'
import { Answered } from '../server/routes.ts'

/** Of a spreadsheet. */
export type Column<Payment> = {
  head: Readonly<Record<Language, string>>
  value: (payment: Payment) => string
}

/** Pages of payments, as a list answers them. */
export type Pages<Payment> = AsyncIterable<readonly Payment[]>

const centimesOf = (dinars: number): number => {
  if (dinars === 0) return 0
  const result = centimesFromDinars(dinars)
  if (!result.ok) throw new Error(result.problem)
  return result.centimes
}

const amount = (dinars: number): string => comma(centimesOf(dinars))

/** The names that the portal's comparison of books reads too (W127). */
export const OWN_COLUMNS: readonly Column<OwnPaymentRecord>[] = [
  {
    head: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
    value: ({ reference }) => safeField(reference),
  },
  { head: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' }, value: (one) => amount(one.amount) },
  { head: { en: 'Stage', fr: 'État', ar: 'الحالة' }, value: ({ stage }) => stage },
  {
    head: { en: 'RefundedAmount', fr: 'Montant remboursé', ar: 'المسترد' },
    value: (one) => amount(one.refundedAmount),
  },
  {
    head: { en: 'Opened', fr: 'Ouvert', ar: 'الفتح' },
    value: ({ createdAt }) => createdAt,
  },
  { head: { en: 'Paid', fr: 'Payé le', ar: 'الدفع' }, value: ({ paidAt }) => paidAt ?? '' },
  {
    head: { en: 'Channel', fr: 'Canal', ar: 'القناة' },
    value: ({ channelName }) => safeField(channelName),
  },
  {
    head: { en: 'Webhook', fr: 'Webhook', ar: 'الإشعار' },
    value: ({ webhookDelivery }) => webhookDelivery,
  },
  {
    head: { en: 'Payment', fr: 'Paiement', ar: 'الدفعة' },
    value: ({ paymentId }) => paymentId,
  },
]

/** Behind a partner's own: what only the operator sees of all of them. */
export const OPERATOR_COLUMNS: readonly Column<OperatorPaymentRecord>[] = [
  ...OWN_COLUMNS,
  {
    head: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
    value: ({ partnerName }) => safeField(partnerName),
  },
  {
    head: { en: 'PartnerId', fr: 'Identifiant du partenaire', ar: 'معرّف الشريك' },
    value: ({ partnerId }) => partnerId,
  },
  {
    head: { en: 'ChannelId', fr: 'Identifiant du canal', ar: 'معرّف القناة' },
    value: ({ channelId }) => channelId,
  },
  {
    head: { en: 'TakenBy', fr: 'Encaissé par', ar: 'قبضه' },
    value: ({ takenBy }) => takenBy ?? '',
  },
]

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

const counted = async function* <Payment>(
  pages: Pages<Payment>,
  tooMany: () => Error,
): Pages<Payment> {
  let count = 0
  for await (const page of pages) {
    count += page.length
    if (count > EXPORT_PAYMENTS_MAX) throw tooMany()
    yield page
  }
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const

export type ExportForm = {
  format: (typeof EXPORT_FORMATS)[number]
  lang?: Language | undefined
  acceptLanguage: string | undefined
  /** The refusal when more than `EXPORT_PAYMENTS_MAX` payments match. */
  tooMany: () => Error
}

/**
 * One file with payments. It is written in full before its first byte is sent, so a file that cannot be
 * finished is refused, and a slow client holds no connection of the database.
 *
 * @throws what `tooMany` makes.
 */
export const paymentsFile = async <Payment>(
  pages: Pages<Payment>,
  columns: readonly Column<Payment>[],
  { format, lang, acceptLanguage, tooMany }: ExportForm,
) => {
  const language = lang ?? pickLanguage(acceptLanguage)
  const payments = counted(pages, tooMany)
  const document = await spool(format === 'csv' ? csv(payments, columns, language) : json(payments))
  return new Answered(200, TYPES[format], document.stream(), {
    'content-disposition': `attachment; filename="payments.${format}"`,
    'content-length': String(document.bytes),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    vary: 'accept-language',
  })
}
