import type { Texts } from '../../texts/texts.ts'

export const QR_AMOUNTS = {
  title: { en: 'Amounts of the code', fr: 'Montants du code', ar: 'مبالغ الرمز' },
  set: { en: 'Set the amounts', fr: 'Fixer les montants', ar: 'تحديد المبالغ' },
  says: {
    en: 'The partner sets them by itself. What you set here replaces them at once, in your name.',
    fr: 'Le partenaire les fixe lui-même. Ce que vous fixez ici les remplace aussitôt, à votre nom.',
    ar: 'يحددها الشريك بنفسه. ما تحدده هنا يحل محلها فورًا باسمك.',
  },
  amounts: { en: 'Amounts, DA', fr: 'Montants, DA', ar: 'المبالغ، د.ج' },
  hint: {
    en: 'One amount, or several to choose from, separated by semicolons. Empty: the payer chooses.',
    fr: 'Un montant, ou plusieurs au choix, séparés par des points-virgules. Vide : le payeur choisit.',
    ar: 'مبلغ واحد، أو عدة مبالغ للاختيار تفصل بينها فاصلة منقوطة. فارغ: يختار الدافع.',
  },
  bad: {
    en: 'Expected amounts in dinars, such as 500 or 1\u202f250.50.',
    fr: 'Des montants en dinars sont attendus, comme 500 ou 1\u202f250,50.',
    ar: 'المتوقّع مبالغ بالدينار، مثل 500 أو 1\u202f250,50.',
  },
  dynamic: {
    en: 'A code for one payment keeps its amount.',
    fr: 'Un code pour un paiement garde son montant.',
    ar: 'رمز الدفعة الواحدة يحتفظ بمبلغه.',
  },
  disabled: {
    en: 'Enable the code first.',
    fr: 'Réactivez d’abord le code.',
    ar: 'فعّل الرمز أولًا.',
  },
  open: { en: 'what the payer chooses', fr: 'ce que le payeur choisit', ar: 'ما يختاره الدافع' },
  now: { en: 'The code asks now for', fr: 'Le code demande', ar: 'يطلب الرمز الآن' },
  history: { en: 'History', fr: 'Historique', ar: 'السجل' },
  none: {
    en: 'No amounts were set yet.',
    fr: 'Aucun montant n’a été fixé.',
    ar: 'لم تُحدَّد مبالغ بعد.',
  },
  inForce: { en: 'in force', fr: 'en cours', ar: 'سارية' },
  replaced: { en: 'replaced', fr: 'remplacé', ar: 'استُبدلت' },
  unset: { en: 'removed', fr: 'retiré', ar: 'أُزيلت' },
  expired: { en: 'expired', fr: 'expiré', ar: 'انتهت' },
  used: { en: 'paid', fr: 'payé', ar: 'دُفعت' },
} as const satisfies Texts
