import type { Texts } from './texts.ts'

export const PARTS = {
  online: { en: 'Online', fr: 'En ligne', ar: 'متّصل' },
  away: { en: 'No network', fr: 'Hors ligne', ar: 'بلا شبكة' },
  failed: { en: 'This did not work.', fr: 'Cela n’a pas marché.', ar: 'لم تنجح العملية.' },
  noNetwork: {
    en: 'No network. Nothing was sent.',
    fr: 'Pas de réseau. Rien n’a été envoyé.',
    ar: 'لا شبكة. لم يُرسَل شيء.',
  },
  again: { en: 'Try again', fr: 'Réessayer', ar: 'أعد المحاولة' },
  request: { en: 'Request', fr: 'Requête', ar: 'رقم الطلب' },
  menu: { en: 'Menu', fr: 'Menu', ar: 'القائمة' },
  back: { en: 'Back', fr: 'Retour', ar: 'رجوع' },
  loading: { en: 'Loading', fr: 'Chargement', ar: 'جارٍ التحميل' },
} as const satisfies Texts
