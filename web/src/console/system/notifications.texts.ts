import type { Texts } from '../../texts/texts.ts'

export const NOTIFICATIONS = {
  title: { en: 'Notifications', fr: 'Notifications', ar: 'الإشعارات' },
  nobody: {
    en: 'Nobody is told when something goes wrong.',
    fr: 'Personne n’est averti quand quelque chose ne va pas.',
    ar: 'لا يُشعَر أحد عند حدوث خلل.',
  },
  set: {
    en: 'Set WASL_NOTIFY_URL or WASL_SMTP_URL, and start the platform again.',
    fr: 'Définissez WASL_NOTIFY_URL ou WASL_SMTP_URL, puis redémarrez la plateforme.',
    ar: 'عيّن WASL_NOTIFY_URL أو WASL_SMTP_URL ثم أعد تشغيل المنصّة.',
  },
  told: { en: 'Told:', fr: 'Avertis :', ar: 'يُشعَر:' },
  test: {
    en: 'Send a test notification',
    fr: 'Envoyer une notification d’essai',
    ar: 'إرسال إشعار تجريبي',
  },
  webhook: { en: 'webhook', fr: 'webhook', ar: 'إشعار ويب' },
  email: { en: 'e-mail', fr: 'courriel', ar: 'بريد إلكتروني' },
  sent: { en: 'sent', fr: 'envoyée', ar: 'أُرسل' },
  waiting: { en: 'waiting', fr: 'en attente', ar: 'ينتظر' },
  'given-up': { en: 'given up', fr: 'abandonnée', ar: 'تُرك' },
  tried: { en: 'Test', fr: 'Essai', ar: 'تجربة' },
  began: { en: 'began', fr: 'commence', ar: 'بدأ' },
  ended: { en: 'ended', fr: 'terminé', ar: 'انتهى' },
  'lookups-fail': {
    en: 'Lookups fail',
    fr: 'Des consultations échouent',
    ar: 'عمليات استعلام تفشل',
  },
  'canary-fails': {
    en: 'Hourly lookups fail',
    fr: 'Des consultations horaires échouent',
    ar: 'استعلامات كل ساعة تفشل',
  },
  'webhooks-fail': { en: 'Webhooks fail', fr: 'Des webhooks échouent', ar: 'إشعارات ويب تفشل' },
  'deliveries-exhausted': {
    en: 'Webhooks were given up',
    fr: 'Des webhooks ont été abandonnés',
    ar: 'إشعارات ويب تُركت',
  },
  'day-open': {
    en: 'A business day does not close',
    fr: 'Une journée comptable ne se clôture pas',
    ar: 'يوم محاسبي لم يُقفل',
  },
  'integrity-violated': {
    en: 'Integrity is violated',
    fr: 'L’intégrité est violée',
    ar: 'السلامة مخالَفة',
  },
} as const satisfies Texts
