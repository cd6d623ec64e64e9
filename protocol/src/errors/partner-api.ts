import type { ErrorEntry } from './entry.ts'

/** The Payment Status API (sections 4.3 and 7.2; D5, D8), and errors of all partner APIs. */
export const PARTNER_API_ERRORS = {
  PARTNER_API401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'The header x-api-key is missing, its key is unknown, or the session has ended. Send a valid API key of the partner (it starts with wasl_prt_; the operator can issue a new one), or sign in again.',
      fr: 'L’en-tête x-api-key est absent, sa clé est inconnue, ou la session a pris fin. Envoyez une clé d’API du partenaire en cours de validité (elle commence par wasl_prt_ ; l’opérateur peut en délivrer une nouvelle), ou reconnectez-vous.',
      ar: 'الترويسة x-api-key غائبة، أو المفتاح الذي تحمله غير معروف، أو انتهت الجلسة. أرسل مفتاح API ساري المفعول خاصًّا بالشريك (يبدأ بـ wasl_prt_، ويمكن للمشغّل إصدار مفتاح جديد)، أو سجّل الدخول من جديد.',
    },
  },
  // D8: only for a request with the partner's key.
  PARTNER_API403_MERCHANT_INACTIVE: {
    status: 403,
    messages: {
      en: 'The key is valid, but this partner is not active. Only an active partner may use this API. Ask the operator to activate it.',
      fr: 'La clé est correcte, mais ce partenaire n’est pas actif. Seul un partenaire actif peut utiliser cette API ; demandez à l’opérateur de l’activer.',
      ar: 'المفتاح صحيح، لكن هذا الشريك غير مفعَّل. لا يستعمل هذه الواجهة إلا شريك مفعَّل؛ اطلب من المشغّل تفعيله.',
    },
  },
  // D5
  PARTNER_API429_RATE_LIMITED: {
    status: 429,
    messages: {
      en: 'This partner has used its 60 status requests of the last 60 seconds. Wait the number of seconds in the header Retry-After, then send the request again. Webhooks report payments without a request.',
      fr: 'Ce partenaire a épuisé ses 60 requêtes d’état des 60 dernières secondes. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez la requête. Les webhooks annoncent les paiements sans requête.',
      ar: 'استنفد هذا الشريك طلبات الحالة الستين المسموح بها خلال آخر 60 ثانية. انتظر عدد الثواني المذكور في الترويسة Retry-After ثم أعد الطلب؛ علمًا أن إشعارات webhook تُخبر بالدفعة دون سؤال.',
    },
  },
  // W124
  PARTNER_API429_TOO_MANY_LISTS: {
    status: 429,
    messages: {
      en: 'This partner has used its 60 list requests of the last 60 seconds. Wait the number of seconds in the header Retry-After, then send the request again. A page has up to 500 payments: ask with limit=500.',
      fr: 'Ce partenaire a épuisé ses 60 requêtes de liste des 60 dernières secondes. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez la requête. Une page contient jusqu’à 500 paiements : demandez limit=500.',
      ar: 'استنفد هذا الشريك طلبات القوائم الستين المسموح بها خلال آخر 60 ثانية. انتظر عدد الثواني المذكور في الترويسة Retry-After ثم أعد الطلب. تتّسع الصفحة لما يصل إلى 500 دفعة: اطلب limit=500.',
    },
  },
  // W69
  PARTNER_API429_TOO_MANY_CHANGES: {
    status: 429,
    messages: {
      en: 'This partner changes QR codes, or resends events, too fast: the limit is 10 a second, and 600 more within a minute. Nothing was changed. Wait the number of seconds in the header Retry-After, then send the request again.',
      fr: 'Ce partenaire modifie des codes QR, ou fait renvoyer des événements, plus vite que permis : 10 par seconde, et 600 de plus en une minute. Rien n’a été fait. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez la requête.',
      ar: 'يغيّر هذا الشريك رموز QR، أو يطلب إعادة إرسال الأحداث، أسرع من المسموح به: 10 في الثانية، و600 إضافية خلال دقيقة. لم يُنفَّذ شيء. انتظر عدد الثواني المذكور في الترويسة Retry-After، ثم أرسل الطلب من جديد.',
    },
  },
  // W80
  PARTNER_API429_TOO_MANY_AT_ONCE: {
    status: 429,
    messages: {
      en: 'This partner has too many concurrent requests of this kind, so this one was not started. Send them one after another: wait the number of seconds in the header Retry-After, then send this one again.',
      fr: 'Ce partenaire a trop de requêtes de ce type en cours à la fois : celle-ci n’a pas été commencée. Envoyez-les l’une après l’autre : attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez celle-ci.',
      ar: 'لهذا الشريك طلبات كثيرة من هذا النوع قيد التنفيذ في آن واحد، فلم يبدأ تنفيذ هذا الطلب. أرسل الطلبات واحدًا تلو الآخر: انتظر عدد الثواني المذكور في الترويسة Retry-After، ثم أرسل هذا الطلب من جديد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
