import type { ErrorEntry } from './entry.ts'

/** Notifications to the operator (W145). */
export const NOTIFICATION_ERRORS = {
  NOTIFICATION409_NOT_CONFIGURED: {
    status: 409,
    messages: {
      en: 'This platform has nobody to notify, so nothing was sent. Set WASL_NOTIFY_URL with WASL_NOTIFY_SECRET, or WASL_SMTP_URL with WASL_NOTIFY_EMAIL, and start the platform again.',
      fr: 'Cette plateforme n’a personne à notifier : rien n’a été envoyé. Définissez WASL_NOTIFY_URL avec WASL_NOTIFY_SECRET, ou WASL_SMTP_URL avec WASL_NOTIFY_EMAIL, puis redémarrez la plateforme.',
      ar: 'ليس لهذه المنصّة من تُشعره، فلم يُرسل شيء. عيّن WASL_NOTIFY_URL مع WASL_NOTIFY_SECRET، أو WASL_SMTP_URL مع WASL_NOTIFY_EMAIL، ثم أعد تشغيل المنصّة.',
    },
  },
  NOTIFICATION429_TOO_MANY: {
    status: 429,
    messages: {
      en: 'Six test notifications were asked for within a minute, which is the limit. Nothing was sent. Wait the number of seconds in the header Retry-After, then send the request again.',
      fr: 'Six notifications d’essai ont été demandées en une minute, ce qui est la limite. Rien n’a été envoyé. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez la requête.',
      ar: 'طُلبت ستة إشعارات تجريبية خلال دقيقة، وهذا هو الحدّ. لم يُرسل شيء. انتظر عدد الثواني المذكور في الترويسة Retry-After، ثم أرسل الطلب من جديد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
