import type { Texts } from '../../texts/texts.ts'

export const DEVELOPERS = {
  title: { en: 'Developers', fr: 'Développeurs', ar: 'للمطوّرين' },
  values: { en: 'Your values', fr: 'Vos valeurs', ar: 'قيمكم' },
  secretsSays: {
    en: 'Secrets are shown once, when they are made. Replace them under Keys.',
    fr: 'Les secrets ne sont affichés qu’une fois, à leur création. Remplacez-les sous Clés.',
    ar: 'تظهر الأسرار مرة واحدة عند إنشائها. استبدلوها من «المفاتيح».',
  },
  status: { en: 'Was it paid?', fr: 'Est-ce payé ?', ar: 'هل دُفع؟' },
  receive: {
    en: 'Answer lookups and receive webhooks',
    fr: 'Répondre aux consultations et recevoir les webhooks',
    ar: 'الرد على الاستعلامات واستقبال الإشعارات',
  },
  reference: { en: 'The whole reference', fr: 'La référence complète', ar: 'المرجع الكامل' },
  language: { en: 'Language', fr: 'Langage', ar: 'اللغة البرمجية' },
} as const satisfies Texts
