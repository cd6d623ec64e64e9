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
  full: {
    en: 'This device has no room left, so nothing was recorded here. Free some space, keep the till open, and try again.',
    fr: 'Cet appareil n’a plus de place : rien n’a été enregistré ici. Libérez de l’espace, gardez la caisse ouverte et réessayez.',
    ar: 'لم يبق مكان في هذا الجهاز، فلم يُسجَّل شيء هنا. أفرغ بعض المساحة، واترك الشبّاك مفتوحًا، ثم أعد المحاولة.',
  },
  noStorage: {
    en: 'This browser keeps nothing on this device, so no money can be taken here. Leave the private window, or open the till in another browser.',
    fr: 'Ce navigateur ne garde rien sur cet appareil : on ne peut pas encaisser ici. Quittez la fenêtre privée ou ouvrez la caisse dans un autre navigateur.',
    ar: 'هذا المتصفح لا يحفظ شيئًا على هذا الجهاز، فلا يمكن القبض هنا. اخرج من النافذة الخاصة، أو افتح الشبّاك في متصفح آخر.',
  },
  again: { en: 'Try again', fr: 'Réessayer', ar: 'أعد المحاولة' },
  request: { en: 'Request', fr: 'Requête', ar: 'رقم الطلب' },
  menu: { en: 'Menu', fr: 'Menu', ar: 'القائمة' },
  back: { en: 'Back', fr: 'Retour', ar: 'رجوع' },
  loading: { en: 'Loading', fr: 'Chargement', ar: 'جارٍ التحميل' },
} as const satisfies Texts
