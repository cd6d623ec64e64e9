import type { Texts } from '../../texts/texts.ts'

export const HANDOVERS = {
  title: { en: 'Handovers', fr: 'Passations', ar: 'التسليمات' },
  from: { en: 'From', fr: 'De', ar: 'من' },
  to: { en: 'To', fr: 'À', ar: 'إلى' },
  offered: { en: 'Offered', fr: 'Proposée', ar: 'عُرضت' },
  said: { en: 'Said, DA', fr: 'Annoncé, DA', ar: 'المصرَّح به، د.ج' },
  counted: { en: 'Counted, DA', fr: 'Compté, DA', ar: 'المعدود، د.ج' },
  difference: { en: 'Difference, DA', fr: 'Écart, DA', ar: 'الفرق، د.ج' },
  none: { en: 'No handover here.', fr: 'Aucune passation ici.', ar: 'لا تسليمات هنا.' },
} as const satisfies Texts
