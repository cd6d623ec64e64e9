import type { Texts } from '../../texts/texts.ts'

export const LIST = {
  title: { en: 'Payments', fr: 'Paiements', ar: 'المدفوعات' },
  reference: { en: 'Reference', fr: 'Référence', ar: 'المرجع' },
  begins: { en: 'its beginning', fr: 'son début', ar: 'بدايته' },
  ends: { en: 'End of the reference', fr: 'Fin de la référence', ar: 'نهاية المرجع' },
  words: { en: 'Words', fr: 'Mots', ar: 'كلمات' },
  wordsHint: {
    en: 'city, partner, channel',
    fr: 'ville, partenaire, canal',
    ar: 'مدينة، شريك، قناة',
  },
  partner: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
  channel: { en: 'Channel', fr: 'Canal', ar: 'القناة' },
  amount: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
  amountHint: {
    en: '12 450 or 12 000 - 13 000',
    fr: '12 450 ou 12 000 - 13 000',
    ar: '12450 أو 12000 - 13000',
  },
  stage: { en: 'State', fr: 'État', ar: 'الحالة' },
  all: { en: 'All', fr: 'Tous', ar: 'الكل' },
  from: { en: 'From', fr: 'Du', ar: 'من' },
  to: { en: 'To', fr: 'Au', ar: 'إلى' },
  time: { en: 'Time', fr: 'Heure', ar: 'الساعة' },
  amountHead: { en: 'Amount, DA', fr: 'Montant, DA', ar: 'المبلغ، د.ج' },
  told: { en: 'Partner told', fr: 'Partenaire averti', ar: 'إبلاغ الشريك' },
  none: {
    en: 'No payment yet. The first appears here as soon as an agent types a reference.',
    fr: 'Aucun paiement encore. Le premier apparaîtra ici dès qu’un agent aura saisi une référence.',
    ar: 'لا مدفوعات بعد. تظهر أول دفعة هنا بمجرد أن يُدخل عونٌ مرجعًا.',
  },
  noneFiltered: {
    en: 'No payment matches.',
    fr: 'Aucun paiement ne correspond.',
    ar: 'لا توجد دفعة مطابقة.',
  },
  clear: { en: 'Clear the filters', fr: 'Retirer les filtres', ar: 'أزِل عوامل التصفية' },
  shownAll: {
    en: '{count, plural, one {<b>#</b> payment} other {<b>#</b> payments}}, all shown',
    fr: '{count, plural, one {<b>#</b> paiement affiché} other {<b>#</b> paiements, tous affichés}}',
    ar: '{count, plural, one {دفعة واحدة} two {دفعتان} few {<b>#</b> دفعات} many {<b>#</b> دفعة} other {<b>#</b> دفعة}}، معروضة كلها',
  },
  shownSome: {
    en: '{count, plural, one {<b>#</b> payment} other {<b>#</b> payments}} shown so far',
    fr: '{count, plural, one {<b>#</b> paiement affiché} other {<b>#</b> paiements affichés}} pour l’instant',
    ar: '{count, plural, one {دفعة واحدة معروضة} two {دفعتان معروضتان} few {<b>#</b> دفعات معروضة} many {<b>#</b> دفعة معروضة} other {<b>#</b> دفعة معروضة}} حتى الآن',
  },
  sums: {
    en: 'paid: <b>{paid}</b>, refunded: <b>{refunded}</b>, remains: <b>{rest}</b>',
    fr: 'payés : <b>{paid}</b>, remboursés : <b>{refunded}</b>, reste : <b>{rest}</b>',
    ar: 'المدفوع: <b>{paid}</b>، المردود: <b>{refunded}</b>، الباقي: <b>{rest}</b>',
  },
} as const satisfies Texts
