import type { Texts } from './texts.ts'

export const PARTS = {
  online: { en: 'Online', fr: 'En ligne', ar: 'متّصل' },
  away: { en: 'No network', fr: 'Hors ligne', ar: 'بلا شبكة' },
  failed: { en: 'This did not work.', fr: 'Cela n’a pas marché.', ar: 'لم تنجح العملية.' },
  noAnswer: {
    en: 'No answer came, so it is not known whether this arrived. Try again: nothing is done twice.',
    fr: 'Aucune réponse : on ne sait pas si la demande est arrivée. Réessayez : rien n’est fait deux fois.',
    ar: 'لم يصل جواب، ولا نعلم هل وصل الطلب. أعد المحاولة: لا يُنفَّذ شيء مرتين.',
  },
  ended: {
    en: 'Your session has ended. Sign in again: what you took is kept on this device.',
    fr: 'Votre session est terminée. Reconnectez-vous : ce que vous avez encaissé est gardé sur cet appareil.',
    ar: 'انتهت جلستك. سجّل الدخول من جديد: ما قبضته محفوظ على هذا الجهاز.',
  },
  signIn: { en: 'Sign in again', fr: 'Se reconnecter', ar: 'سجّل الدخول من جديد' },
  signedOut: { en: 'Signed out', fr: 'Déconnecté', ar: 'خارج الجلسة' },
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
