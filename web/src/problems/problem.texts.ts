import type { Texts } from '../texts/texts.ts'

export const PROBLEM = {
  cancelled: {
    en: 'Your device was not asked, or the question was closed. Try again.',
    fr: 'La demande sur votre appareil a été annulée ou a expiré. Réessayez.',
    ar: 'أُلغي الطلب على جهازك أو انتهت مهلته. أعد المحاولة.',
  },
  offline: {
    en: 'No connection. Check the network, then try again.',
    fr: 'Pas de connexion. Vérifiez le réseau, puis réessayez.',
    ar: 'لا يوجد اتصال. تحقّق من الشبكة ثم أعد المحاولة.',
  },
  failed: {
    en: 'This did not work. Try again.',
    fr: 'L’opération a échoué. Réessayez.',
    ar: 'لم تنجح العملية. أعد المحاولة.',
  },
} as const satisfies Texts
