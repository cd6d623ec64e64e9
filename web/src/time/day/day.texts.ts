import type { Texts } from '../../texts/texts.ts'

export const DAY = {
  choose: { en: 'Choose the day', fr: 'Choisir le jour', ar: 'اختر اليوم' },
  before: { en: 'Previous month', fr: 'Mois précédent', ar: 'الشهر السابق' },
  after: { en: 'Next month', fr: 'Mois suivant', ar: 'الشهر التالي' },
  today: { en: 'Today', fr: 'Aujourd’hui', ar: 'اليوم' },
  wrong: {
    en: 'Expected a day such as {day}.',
    fr: 'Un jour est attendu, par exemple {day}.',
    ar: 'المتوقّع يوم مثل {day}.',
  },
} as const satisfies Texts
