import type { Texts } from '../../texts/texts.ts'

export const CANARY = {
  title: { en: 'Hourly lookup', fr: 'Consultation horaire', ar: 'استعلام كل ساعة' },
  says: {
    en: 'Each hour the platform looks the test reference up, before a payer meets a problem. It is counted apart from the lookups of payers.',
    fr: 'Chaque heure, la plateforme consulte la référence d’essai, avant qu’un payeur ne rencontre un problème. Elle est comptée à part des consultations des payeurs.',
    ar: 'تستعلم المنصّة كل ساعة عن المرجع التجريبي قبل أن يواجه أي دافع مشكلة. ويُحسب ذلك منفصلًا عن استعلامات الدافعين.',
  },
  none: {
    en: 'It begins when the partner goes live.',
    fr: 'Elle commence à la mise en service du partenaire.',
    ar: 'يبدأ عند وضع الشريك في الخدمة.',
  },
  never: {
    en: 'None was made yet.',
    fr: 'Aucune n’a encore été faite.',
    ar: 'لم يُجرَ أي منها بعد.',
  },
  works: { en: 'It works', fr: 'Elle fonctionne', ar: 'يعمل' },
  fails: { en: 'It fails', fr: 'Elle échoue', ar: 'يفشل' },
  last: { en: 'Last', fr: 'Dernière', ar: 'الأخير' },
  next: { en: 'Next', fr: 'Prochaine', ar: 'التالي' },
  inARow: { en: 'Failed in a row', fr: 'Échecs de suite', ar: 'فشل متتالٍ' },
  passed: { en: 'Passed', fr: 'Réussies', ar: 'ناجح' },
  failed: { en: 'Failed', fr: 'Échouées', ar: 'فاشل' },
  problem: { en: 'Why', fr: 'Pourquoi', ar: 'السبب' },
} as const satisfies Texts
