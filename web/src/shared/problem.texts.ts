import type { Texts } from './texts.ts'

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
  wait_seconds: {
    en: 'Too many tries. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    fr: 'Trop d’essais. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
    ar: 'محاولات كثيرة. أعد المحاولة بعد {seconds, plural, one {ثانية} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  },
  wait_minutes: {
    en: 'Too many tries. Try again in {minutes, plural, one {# minute} other {# minutes}}, or use a passkey.',
    fr: 'Trop d’essais. Réessayez dans {minutes, plural, one {# minute} other {# minutes}}, ou utilisez une clé d’accès.',
    ar: 'محاولات كثيرة. أعد المحاولة بعد {minutes, plural, one {دقيقة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}، أو استعمل مفتاح المرور.',
  },
  failed: {
    en: 'This did not work. Try again.',
    fr: 'L’opération a échoué. Réessayez.',
    ar: 'لم تنجح العملية. أعد المحاولة.',
  },
} as const satisfies Texts
