/** The columns of the desks' lists as files for people. */
import {
  CASE_STATUS_WORDS,
  DEPOSIT_STATUS_WORDS,
  VARIANCE_DECISION_WORDS,
  VARIANCE_SOURCE_WORDS,
  VARIANCE_STATUS_WORDS,
  wordOf,
  type CaseRecord,
  type Deposit,
  type Language,
  type VarianceRecord,
  type Words,
} from '@wasl/protocol'
import type { Cell } from '../../money/settlement/documents/xlsx/table-xlsx.ts'
import { momentOf, sumOf, textOf } from './table-file.ts'

/** How a row is said: in one language, with the names of those whom it names by their ids. */
export type Say = { language: Language; nameOf: (id: string) => string }

export type ListColumn<Row> = {
  head: Words[string]
  cell: (row: Row, say: Say) => Cell
  isTotalled?: boolean
}

export type ListTable<Row> = {
  title: Words[string]
  /** Of the file, without its extension. */
  name: string
  /** The ids in a row whose names are shown. */
  idsOf: (row: Row) => readonly (string | null)[]
  columns: readonly ListColumn<Row>[]
}

export const wordIn = (words: Words, name: string | null, { language }: Say): Cell =>
  textOf(name === null ? null : wordOf(words, name, language))

export const nameOf = (id: string | null, say: Say): Cell =>
  textOf(id === null ? null : say.nameOf(id))

const CHANNEL = { en: 'Channel', fr: 'Canal', ar: 'القناة' } as const
const STATUS = { en: 'State', fr: 'État', ar: 'الحالة' } as const
const AMOUNT = { en: 'Amount', fr: 'Montant', ar: 'المبلغ' } as const
const DIFFERENCE = { en: 'Difference', fr: 'Écart', ar: 'الفرق' } as const
const DECISION = { en: 'Decision', fr: 'Décision', ar: 'القرار' } as const
const DECIDED_BY = { en: 'Decided by', fr: 'Décidé par', ar: 'قرّره' } as const
const DECIDED_AT = { en: 'Decided', fr: 'Décidé le', ar: 'تاريخ القرار' } as const
const REASON = { en: 'Reason', fr: 'Motif', ar: 'السبب' } as const
const NUMBER = { en: 'Id', fr: 'Identifiant', ar: 'المعرّف' } as const

const signed = ({ kind, amount }: VarianceRecord): number => (kind === 'short' ? -amount : amount)

/** Nobody decided about a small difference: then no person is named. */
const TOLERANCE = 'tolerance'

export const VARIANCE_TABLE: ListTable<VarianceRecord> = {
  title: { en: 'Differences', fr: 'Écarts', ar: 'الفروق' },
  name: 'differences',
  idsOf: ({ holder, channelId }) => [holder, channelId],
  columns: [
    {
      head: { en: 'Found', fr: 'Constaté le', ar: 'تاريخ الاكتشاف' },
      cell: ({ foundAt }) => momentOf(foundAt),
    },
    {
      head: { en: 'Whose cash', fr: 'Caisse de', ar: 'نقود مَن' },
      cell: ({ holder }, say) => nameOf(holder, say),
    },
    { head: CHANNEL, cell: ({ channelId }, say) => nameOf(channelId, say) },
    {
      head: { en: 'Where', fr: 'Origine', ar: 'المصدر' },
      cell: ({ source }, say) => wordIn(VARIANCE_SOURCE_WORDS, source, say),
    },
    { head: DIFFERENCE, cell: (row) => sumOf(signed(row)), isTotalled: true },
    { head: STATUS, cell: ({ status }, say) => wordIn(VARIANCE_STATUS_WORDS, status, say) },
    {
      head: DECISION,
      cell: ({ decidedBy, outcome }, say) =>
        wordIn(VARIANCE_DECISION_WORDS, decidedBy === TOLERANCE ? TOLERANCE : outcome, say),
    },
    {
      head: DECIDED_BY,
      cell: ({ decidedBy }) => textOf(decidedBy === TOLERANCE ? null : decidedBy),
    },
    { head: DECIDED_AT, cell: ({ decidedAt }) => momentOf(decidedAt) },
    { head: REASON, cell: ({ reason }) => textOf(reason) },
    { head: NUMBER, cell: ({ varianceId }) => textOf(varianceId) },
  ],
}

export const DEPOSIT_TABLE: ListTable<Deposit> = {
  title: { en: 'Bags', fr: 'Sacs', ar: 'الأكياس' },
  name: 'deposits',
  idsOf: ({ from, channelId }) => [from, channelId],
  columns: [
    {
      head: { en: 'Sealed', fr: 'Scellé le', ar: 'تاريخ الختم' },
      cell: ({ baggedAt }) => momentOf(baggedAt),
    },
    { head: CHANNEL, cell: ({ channelId }, say) => nameOf(channelId, say) },
    { head: { en: 'From', fr: 'De', ar: 'من' }, cell: ({ from }, say) => nameOf(from, say) },
    { head: { en: 'Bag', fr: 'Sac', ar: 'الكيس' }, cell: ({ bag }) => textOf(bag) },
    { head: { en: 'Slip', fr: 'Bordereau', ar: 'القسيمة' }, cell: ({ slip }) => textOf(slip) },
    { head: STATUS, cell: ({ status }, say) => wordIn(DEPOSIT_STATUS_WORDS, status, say) },
    { head: AMOUNT, cell: ({ amount }) => sumOf(amount), isTotalled: true },
    {
      head: { en: 'Credited amount', fr: 'Montant crédité', ar: 'المبلغ المقيَّد' },
      cell: ({ banked }) => sumOf(banked),
      isTotalled: true,
    },
    { head: DIFFERENCE, cell: ({ difference }) => sumOf(difference), isTotalled: true },
    {
      head: { en: 'Brought to the bank', fr: 'Déposé le', ar: 'تاريخ الإيداع' },
      cell: ({ depositedAt }) => momentOf(depositedAt),
    },
    {
      head: { en: 'Credited', fr: 'Crédité le', ar: 'تاريخ التقييد' },
      cell: ({ bankedAt }) => momentOf(bankedAt),
    },
    { head: REASON, cell: ({ reason }) => textOf(reason) },
    { head: NUMBER, cell: ({ depositId }) => textOf(depositId) },
  ],
}

export const CASE_TABLE: ListTable<CaseRecord> = {
  title: { en: 'Cash without a payment', fr: 'Espèces sans paiement', ar: 'مبالغ بلا دفعة' },
  name: 'cases',
  idsOf: ({ channelId, partnerId, takenBy, givenBackBy }) => [
    channelId,
    partnerId,
    takenBy,
    givenBackBy,
  ],
  columns: [
    {
      head: { en: 'Taken', fr: 'Pris le', ar: 'تاريخ الاستلام' },
      cell: ({ takenAt }) => momentOf(takenAt),
    },
    { head: STATUS, cell: ({ status }, say) => wordIn(CASE_STATUS_WORDS, status, say) },
    {
      head: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
      cell: ({ partnerId }, say) => nameOf(partnerId, say),
    },
    { head: CHANNEL, cell: ({ channelId }, say) => nameOf(channelId, say) },
    {
      head: { en: 'Taken by', fr: 'Encaissé par', ar: 'قبضه' },
      cell: ({ takenBy }, say) => nameOf(takenBy, say),
    },
    { head: AMOUNT, cell: ({ amount }) => sumOf(amount), isTotalled: true },
    {
      head: { en: 'Given back by', fr: 'Rendu par', ar: 'أعاده' },
      cell: ({ givenBackBy }, say) => nameOf(givenBackBy, say),
    },
    {
      head: { en: 'Confirmed with it', fr: 'Paiement confirmé avec', ar: 'الدفعة المؤكَّدة بها' },
      cell: ({ confirmedBy }) => textOf(confirmedBy),
    },
    { head: DECIDED_BY, cell: ({ resolvedBy }) => textOf(resolvedBy) },
    { head: DECIDED_AT, cell: ({ resolvedAt }) => momentOf(resolvedAt) },
    {
      head: { en: 'Payment', fr: 'Paiement', ar: 'الدفعة' },
      cell: ({ paymentId }) => textOf(paymentId),
    },
    { head: NUMBER, cell: ({ caseId }) => textOf(caseId) },
  ],
}
