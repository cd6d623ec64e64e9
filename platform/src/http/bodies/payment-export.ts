import { centimesFromDinars, type Language, type OwnPaymentRecord } from '@wasl/protocol'
import { comma, MARK, row, safeField } from '../../settlement/documents/csv-excel.ts'

type Column = {
  head: Readonly<Record<Language, string>>
  value: (payment: OwnPaymentRecord) => string
}

const centimesOf = (dinars: number): number => {
  if (dinars === 0) return 0
  const result = centimesFromDinars(dinars)
  if (!result.ok) throw new Error(result.problem)
  return result.centimes
}

const amount = (dinars: number): string => comma(centimesOf(dinars))

/** The names that the portal's comparison of books reads too (W127). */
const COLUMNS: readonly Column[] = [
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

type Pages = AsyncIterable<readonly OwnPaymentRecord[]>

/** For a spreadsheet that is set to French, as the statement's (W119). */
export const paymentsCsv = async function* (
  pages: Pages,
  language: Language,
): AsyncGenerator<string> {
  yield MARK + row(COLUMNS.map(({ head }) => head[language]))
  for await (const page of pages) {
    yield page.map((payment) => row(COLUMNS.map(({ value }) => value(payment)))).join('')
  }
}

export const paymentsJson = async function* (pages: Pages): AsyncGenerator<string> {
  let before = '{"items":['
  for await (const page of pages) {
    for (const payment of page) {
      yield `${before}${JSON.stringify(payment)}`
      before = ',\n'
    }
  }
  yield before.startsWith('{') ? `${before}]}` : ']}'
}
