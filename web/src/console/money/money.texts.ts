import type { Texts } from '../../texts/texts.ts'

/** Words that every page about money uses. */
export const MONEY = {
  amount: { en: 'Amount', fr: 'Montant', ar: 'المبلغ' },
  amountHint: {
    en: 'exact, or a range such as 1 000 - 2 000',
    fr: 'exact, ou une plage comme 1 000 - 2 000',
    ar: 'مبلغ محدّد أو مجال مثل 1 000 - 2 000',
  },
  amountDinars: { en: 'Amount, DA', fr: 'Montant, DA', ar: 'المبلغ، د.ج' },
  status: { en: 'State', fr: 'État', ar: 'الحالة' },
  channel: { en: 'Channel', fr: 'Canal', ar: 'القناة' },
  agent: { en: 'Agent', fr: 'Agent', ar: 'العون' },
  partner: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
  from: { en: 'From', fr: 'Du', ar: 'من' },
  to: { en: 'To', fr: 'Au', ar: 'إلى' },
  date: { en: 'Date', fr: 'Date', ar: 'التاريخ' },
  reason: { en: 'Reason', fr: 'Motif', ar: 'السبب' },
  approve: { en: 'Approve', fr: 'Approuver', ar: 'اعتماد' },
  decline: { en: 'Decline', fr: 'Refuser', ar: 'رفض' },
  download: { en: 'Download', fr: 'Télécharger', ar: 'تنزيل' },
  ownWork: {
    en: 'You made this. Another person must approve it.',
    fr: 'Vous en êtes l’auteur. Une autre personne doit l’approuver.',
    ar: 'أنت من أعدّ هذا، ويعتمده شخص آخر.',
  },
  ownWorkLater: {
    en: 'Another person approves them afterwards.',
    fr: 'Une autre personne les approuve ensuite.',
    ar: 'يعتمدها شخص آخر بعد ذلك.',
  },
  madeBy: { en: 'Made by', fr: 'Établi par', ar: 'أعدّه' },
  madeByWhom: { en: 'by {name}', fr: 'par {name}', ar: 'من {name}' },
  platform: { en: 'the schedule', fr: 'l’échéancier', ar: 'الجدول الآلي' },
} as const satisfies Texts
