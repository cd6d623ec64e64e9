import type { Texts } from '../../texts/texts.ts'

export const CLOSE_DAY = {
  report: { en: 'Report of the day', fr: 'Rapport de la journée', ar: 'تقرير اليوم' },
  title: { en: 'End of the day', fr: 'Fin de journée', ar: 'نهاية اليوم' },
  allDone: {
    en: 'Nothing is open. The books of the day close by themselves once it is over.',
    fr: 'Rien n’est en suspens. Les comptes de la journée s’arrêtent d’eux-mêmes une fois qu’elle est finie.',
    ar: 'لا شيء معلّق. تُقفل دفاتر اليوم من تلقاء نفسها بعد انتهائه.',
  },
  open: {
    en: '{count, plural, one {# step is still open} other {# steps are still open}}.',
    fr: '{count, plural, one {Il reste # étape} other {Il reste # étapes}}.',
    ar: '{count, plural, one {بقيت خطوة واحدة} two {بقيت خطوتان} few {بقيت # خطوات} many {بقيت # خطوة} other {بقيت # خطوة}}.',
  },
  sealed: {
    en: 'Business day {today}. Days closed up to {sealed}.',
    fr: 'Journée du {today}. Journées arrêtées jusqu’au {sealed}.',
    ar: 'يوم العمل {today}. الأيام مقفلة إلى غاية {sealed}.',
  },
  neverSealed: {
    en: 'Business day {today}. No day is sealed yet.',
    fr: 'Journée du {today}. Aucune journée n’est encore arrêtée.',
    ar: 'يوم العمل {today}. لم يُختم أي يوم بعد.',
  },
  pastDays: { en: 'Past days', fr: 'Journées passées', ar: 'الأيام الماضية' },
  dayClosed: { en: 'closed', fr: 'arrêtée', ar: 'مقفل' },
  dayOpen: { en: 'not closed yet', fr: 'pas encore arrêtée', ar: 'لم يُقفل بعد' },
  cash: { en: 'Cash', fr: 'Espèces', ar: 'النقود' },
  bank: { en: 'Bank', fr: 'Banque', ar: 'البنك' },
  partners: { en: 'Partners', fr: 'Partenaires', ar: 'الشركاء' },
  step: { en: 'Step', fr: 'Étape', ar: 'الخطوة' },
  count: { en: 'Open', fr: 'En suspens', ar: 'معلّق' },
  amount: { en: 'Amount, DA', fr: 'Montant, DA', ar: 'المبلغ، د.ج' },
  oldest: { en: 'Since', fr: 'Depuis', ar: 'منذ' },
  none: { en: 'done', fr: 'fait', ar: 'تمّ' },
  shifts: {
    en: 'Count the open shifts',
    fr: 'Compter les sessions ouvertes',
    ar: 'عدّ جلسات الصندوق المفتوحة',
  },
  variances: { en: 'Decide on differences', fr: 'Régulariser les écarts', ar: 'حسم الفروق' },
  handovers: {
    en: 'Finish handovers on the way',
    fr: 'Terminer les passations en cours',
    ar: 'إنهاء عمليات التسليم الجارية',
  },
  cases: {
    en: 'Resolve cash taken without a payment',
    fr: 'Résoudre les espèces prises sans paiement',
    ar: 'معالجة نقود أُخذت بلا دفعة',
  },
  bags: {
    en: 'Bring the bags to the bank',
    fr: 'Déposer les sacs à la banque',
    ar: 'إيداع الأكياس في البنك',
  },
  deposits: {
    en: 'Match deposits with the bank',
    fr: 'Rapprocher les versements avec la banque',
    ar: 'مطابقة الإيداعات مع البنك',
  },
  remittances: {
    en: 'Match the channels’ transfers',
    fr: 'Rapprocher les virements des canaux',
    ar: 'مطابقة تحويلات القنوات',
  },
  'bank-lines': {
    en: 'Say what each bank line is',
    fr: 'Identifier les lignes bancaires en suspens',
    ar: 'تحديد الأسطر البنكية المعلّقة',
  },
  refunds: { en: 'Approve refunds', fr: 'Approuver les remboursements', ar: 'اعتماد ردّ المبالغ' },
  adjustments: {
    en: 'Approve adjustments',
    fr: 'Approuver les ajustements',
    ar: 'اعتماد التسويات',
  },
  fees: { en: 'Approve fees', fr: 'Approuver les tarifs', ar: 'اعتماد التعريفات' },
  'account-changes': {
    en: 'Approve partners’ bank accounts',
    fr: 'Approuver les comptes bancaires des partenaires',
    ar: 'اعتماد حسابات الشركاء البنكية',
  },
  statements: { en: 'Approve statements', fr: 'Approuver les relevés', ar: 'اعتماد الكشوف' },
  'payouts-to-approve': {
    en: 'Approve payouts',
    fr: 'Approuver les virements',
    ar: 'اعتماد التحويلات',
  },
  'payouts-to-instruct': {
    en: 'Send the payouts to the bank',
    fr: 'Transmettre les virements à la banque',
    ar: 'إرسال التحويلات إلى البنك',
  },
  'payouts-at-bank': {
    en: 'Confirm what the bank paid',
    fr: 'Confirmer ce que la banque a payé',
    ar: 'تأكيد ما دفعه البنك',
  },
} as const satisfies Texts
