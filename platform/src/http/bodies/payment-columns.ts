/** The columns of a file with payments: CSV for programs and comparisons, a workbook for people. */
import {
  type Language,
  type OperatorPaymentRecord,
  type OwnPaymentRecord,
  PAYMENT_STATE,
} from '@wasl/protocol'
import { comma } from '../../money/settlement/documents/csv-excel.ts'
import { safeField } from '../../money/settlement/documents/csv-field.ts'
import type { Cell } from '../../money/settlement/documents/xlsx/table-xlsx.ts'
import { centimesOfSum } from '../../base/centimes.ts'
import { RECEIPT_TEXTS } from '../../payments/receipts/receipt-texts.ts'
import { momentOf, sumOf, textOf } from './table-file.ts'

export type Column<Payment> = {
  head: Readonly<Record<Language, string>>
  /** In CSV: as programs read it. */
  value: (payment: Payment) => string
  /** In a workbook: as people read it. */
  cell: (payment: Payment, language: Language) => Cell
  isTotalled?: boolean
}

/** The word for the stage, as the screens show it. */
const stageOf = ({ stage, refundedAmount }: OwnPaymentRecord, language: Language): Cell =>
  textOf(PAYMENT_STATE[stage === 'paid' && refundedAmount > 0 ? 'partly' : stage][language])

const amount = (dinars: number): string => comma(centimesOfSum(dinars))

/** Last in every file, so that programs find the other columns where they were (W265). */
const TEST: Column<OwnPaymentRecord> = {
  head: { en: 'TestPayment', fr: 'Paiement d’essai', ar: 'دفعة اختبار' },
  value: ({ isTest }) => String(isTest),
  cell: ({ isTest }, language) => textOf(isTest ? RECEIPT_TEXTS[language].test : null),
}

/** The names that the portal's comparison of books reads too (W127). */
const OF_PAYMENT: readonly Column<OwnPaymentRecord>[] = [
  {
    head: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
    value: ({ reference }) => safeField(reference),
    cell: ({ reference }) => textOf(reference),
  },
  {
    head: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
    value: (one) => amount(one.amount),
    cell: (one) => sumOf(one.amount),
    isTotalled: true,
  },
  {
    head: { en: 'Stage', fr: 'État', ar: 'الحالة' },
    value: ({ stage }) => stage,
    cell: stageOf,
  },
  {
    head: { en: 'RefundedAmount', fr: 'Montant remboursé', ar: 'المسترد' },
    value: (one) => amount(one.refundedAmount),
    cell: (one) => sumOf(one.refundedAmount),
    isTotalled: true,
  },
  {
    head: { en: 'Opened', fr: 'Ouvert', ar: 'الفتح' },
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => momentOf(createdAt),
  },
  {
    head: { en: 'Paid', fr: 'Payé le', ar: 'الدفع' },
    value: ({ paidAt }) => paidAt ?? '',
    cell: ({ paidAt }) => momentOf(paidAt),
  },
  {
    head: { en: 'Channel', fr: 'Canal', ar: 'القناة' },
    value: ({ channelName }) => safeField(channelName),
    cell: ({ channelName }) => textOf(channelName),
  },
  {
    head: { en: 'Webhook', fr: 'Webhook', ar: 'الإشعار' },
    value: ({ webhookDelivery }) => webhookDelivery,
    cell: ({ webhookDelivery }, language) => textOf(PAYMENT_STATE[webhookDelivery][language]),
  },
  {
    head: { en: 'Payment', fr: 'Paiement', ar: 'الدفعة' },
    value: ({ paymentId }) => paymentId,
    cell: ({ paymentId }) => textOf(paymentId),
  },
]

export const OWN_COLUMNS: readonly Column<OwnPaymentRecord>[] = [...OF_PAYMENT, TEST]

/** Behind a partner's own: what only the operator sees of all of them. */
export const OPERATOR_COLUMNS: readonly Column<OperatorPaymentRecord>[] = [
  ...OF_PAYMENT,
  {
    head: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
    value: ({ partnerName }) => safeField(partnerName),
    cell: ({ partnerName }) => textOf(partnerName),
  },
  {
    head: { en: 'PartnerId', fr: 'Identifiant du partenaire', ar: 'معرّف الشريك' },
    value: ({ partnerId }) => partnerId,
    cell: ({ partnerId }) => textOf(partnerId),
  },
  {
    head: { en: 'ChannelId', fr: 'Identifiant du canal', ar: 'معرّف القناة' },
    value: ({ channelId }) => channelId,
    cell: ({ channelId }) => textOf(channelId),
  },
  {
    head: { en: 'TakenBy', fr: 'Encaissé par', ar: 'قبضه' },
    value: ({ takenBy }) => takenBy ?? '',
    cell: ({ takenBy }) => textOf(takenBy),
  },
  TEST,
]
