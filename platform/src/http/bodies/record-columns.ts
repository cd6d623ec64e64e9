/** The columns of webhook events and of the audit log as files for people. */
import {
  AUDIT_ACTIONS,
  EVENT_KIND_WORDS,
  EVENT_STATE_WORDS,
  type AuditEntry,
  type WebhookEventRecord,
} from '@wasl/protocol'
import { nameOf, wordIn, type ListTable } from './list-columns.ts'
import { momentOf, textOf } from './table-file.ts'

const PARTNER = { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' } as const

/** A cell of Excel has at most 32,767 characters, and invisible ones are written out with nine each. */
const DETAILS_CHARACTERS_MAX = 3_000

/** What a person can still read in a cell; the whole entry stands in the log. */
const detailsOf = (details: AuditEntry['details']): string | null => {
  if (Object.keys(details).length === 0) return null
  const text = JSON.stringify(details)
  return text.length > DETAILS_CHARACTERS_MAX ? `${text.slice(0, DETAILS_CHARACTERS_MAX)}…` : text
}

export const AUDIT_TABLE: ListTable<AuditEntry> = {
  title: { en: 'Audit log', fr: 'Journal d’audit', ar: 'سجلّ التدقيق' },
  name: 'audit-log',
  idsOf: ({ partnerId }) => [partnerId],
  columns: [
    { head: { en: 'When', fr: 'Quand', ar: 'متى' }, cell: ({ at }) => momentOf(at) },
    { head: { en: 'Who', fr: 'Qui', ar: 'من' }, cell: ({ actor }) => textOf(actor) },
    {
      head: { en: 'Act', fr: 'Acte', ar: 'الفعل' },
      cell: ({ action }, say) => wordIn(AUDIT_ACTIONS, action, say),
    },
    { head: { en: 'About', fr: 'Objet', ar: 'بخصوص' }, cell: ({ subject }) => textOf(subject) },
    { head: PARTNER, cell: ({ partnerId }, say) => nameOf(partnerId, say) },
    {
      head: { en: 'Details', fr: 'Détails', ar: 'التفاصيل' },
      cell: ({ details }) => textOf(detailsOf(details)),
    },
    {
      head: { en: 'Id of who acted', fr: 'Identifiant de l’auteur', ar: 'معرّف الفاعل' },
      cell: ({ actorId }) => textOf(actorId),
    },
    {
      head: { en: 'Request', fr: 'Requête', ar: 'الطلب' },
      cell: ({ requestId }) => textOf(requestId),
    },
  ],
}

export const EVENT_TABLE: ListTable<WebhookEventRecord> = {
  title: { en: 'Webhook events', fr: 'Événements webhook', ar: 'إشعارات webhook' },
  name: 'webhook-events',
  idsOf: ({ partnerId }) => [partnerId],
  columns: [
    { head: { en: 'Made', fr: 'Émis', ar: 'أُنشئ' }, cell: ({ createdAt }) => momentOf(createdAt) },
    {
      head: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
      cell: ({ reference }) => textOf(reference),
    },
    {
      head: { en: 'Event', fr: 'Événement', ar: 'الإشعار' },
      cell: ({ event }, say) => wordIn(EVENT_KIND_WORDS, event, say),
    },
    { head: PARTNER, cell: ({ partnerId }, say) => nameOf(partnerId, say) },
    {
      head: { en: 'State', fr: 'État', ar: 'الحالة' },
      cell: ({ state }, say) => wordIn(EVENT_STATE_WORDS, state, say),
    },
    {
      head: { en: 'Attempts', fr: 'Tentatives', ar: 'المحاولات' },
      cell: ({ attempts }) => ({ kind: 'number', value: attempts }),
    },
    {
      head: { en: 'Next attempt', fr: 'Prochaine tentative', ar: 'المحاولة التالية' },
      cell: ({ nextAttemptAt }) => momentOf(nextAttemptAt),
    },
    {
      head: { en: 'Delivered', fr: 'Livré le', ar: 'تاريخ التسليم' },
      cell: ({ deliveredAt }) => momentOf(deliveredAt),
    },
    {
      head: { en: 'Failed', fr: 'Échoué le', ar: 'تاريخ الفشل' },
      cell: ({ failedAt }) => momentOf(failedAt),
    },
    {
      head: { en: 'Payment', fr: 'Paiement', ar: 'الدفعة' },
      cell: ({ paymentId }) => textOf(paymentId),
    },
    {
      head: { en: 'Id', fr: 'Identifiant', ar: 'المعرّف' },
      cell: ({ eventId }) => textOf(eventId),
    },
  ],
}
