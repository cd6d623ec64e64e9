import type { Texts } from '../texts/texts.ts'

export const FRAME = {
  menu: { en: 'Menu', fr: 'Menu', ar: 'القائمة' },
  account: { en: 'Account', fr: 'Compte', ar: 'الحساب' },
  language: { en: 'Language', fr: 'Langue', ar: 'اللغة' },
  skip: { en: 'Go to the content', fr: 'Aller au contenu', ar: 'انتقل إلى المحتوى' },
} as const satisfies Texts
