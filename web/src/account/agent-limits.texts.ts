import type { Texts } from '../texts/texts.ts'

export const LIMITS = {
  title: { en: 'Limits of the agents', fr: 'Limites des agents', ar: 'حدود الأعوان' },
  says: {
    en: 'Above its limit an agent opens no payment until it hands cash over. Raising a limit needs another person who sets the same.',
    fr: 'Au-delà de sa limite, un agent n’ouvre plus de paiement avant d’avoir remis des espèces. Relever une limite demande une autre personne qui saisit la même.',
    ar: 'فوق حدّه لا يفتح العون أي دفعة قبل أن يسلّم نقودًا. ورفع الحدّ يحتاج شخصًا آخر يُدخل الحدّ نفسه.',
  },
  cash: {
    en: 'Cash at most: {amount}',
    fr: 'Espèces au plus : {amount}',
    ar: 'أقصى نقود: {amount}',
  },
  days: {
    en: '{count, plural, one {held for # day at most} other {held for # days at most}}',
    fr: '{count, plural, one {gardées # jour au plus} other {gardées # jours au plus}}',
    ar: '{count, plural, one {تُحاز يومًا واحدًا على الأكثر} two {تُحاز يومين على الأكثر} few {تُحاز # أيام على الأكثر} other {تُحاز # يومًا على الأكثر}}',
  },
  none: { en: 'No limit', fr: 'Sans limite', ar: 'بلا حدّ' },
  change: { en: 'Change limits', fr: 'Modifier les limites', ar: 'عدّل الحدود' },
  cashMax: { en: 'Cash at most, DA', fr: 'Espèces au plus, DA', ar: 'أقصى نقود، د.ج' },
  heldDaysMax: {
    en: 'Business days that the same cash may be held',
    fr: 'Jours ouvrés de détention des mêmes espèces',
    ar: 'أيام العمل التي تُحاز فيها النقود نفسها',
  },
  empty: { en: 'Empty: no limit.', fr: 'Vide : sans limite.', ar: 'فارغ: بلا حدّ.' },
  save: { en: 'Save', fr: 'Enregistrer', ar: 'احفظ' },
  cancel: { en: 'Cancel', fr: 'Annuler', ar: 'إلغاء' },
  notedTitle: {
    en: 'Noted. Nothing has changed yet.',
    fr: 'C’est noté. Rien n’a encore changé.',
    ar: 'سُجّل الطلب. لم يتغيّر شيء بعد.',
  },
  noted: {
    en: 'It waits for another person: it takes effect when another manager of the channel sets the same limits here, or the operator confirms it.',
    fr: 'Une autre personne est attendue : la limite changera quand un autre responsable du canal saisira les mêmes ici, ou que l’opérateur la confirmera.',
    ar: 'ينتظر شخصًا آخر: يسري عندما يُدخل مسؤول آخر في القناة الحدود نفسها هنا، أو يؤكّده المشغّل.',
  },
} as const satisfies Texts
