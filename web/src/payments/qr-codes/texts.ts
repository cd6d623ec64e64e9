import type { Texts } from '../../texts/texts.ts'

export const QR_CODES = {
  life: { en: 'Valid', fr: 'Validité', ar: 'الصلاحية' },
  permanent: { en: 'until they are changed', fr: 'jusqu’à modification', ar: 'حتى التغيير' },
  single: { en: 'for one payment', fr: 'pour un seul paiement', ar: 'لدفعة واحدة' },
  until: { en: 'to the end of a day', fr: 'jusqu’à la fin d’un jour', ar: 'حتى نهاية يوم' },
  day: { en: 'Last day', fr: 'Dernier jour', ar: 'آخر يوم' },
  setBy: { en: 'set by {who}', fr: 'fixé par {who}', ar: 'حدّدها {who}' },
  setByOperator: {
    en: 'set by {who}, of the operator',
    fr: 'fixé par {who}, de l’opérateur',
    ar: 'حدّدها {who} من المشغّل',
  },
  setWithKey: {
    en: 'set with the API key {who}',
    fr: 'fixé avec la clé d’API {who}',
    ar: 'حُدّدت بمفتاح API {who}',
  },
} as const satisfies Texts
