import type { Texts } from '../../texts/texts.ts'

/** What went wrong when the platform called a partner, for people. */
export const CALL_PROBLEMS = {
  status: {
    en: 'The server answered {status}; 200 with success: true was expected.',
    fr: 'Le serveur a répondu {status} ; il fallait 200 avec success: true.',
    ar: 'أجاب الخادم بـ{status}؛ كان المنتظر 200 مع success: true.',
  },
  otherSuccess: {
    en: 'The server answered {status}; only 200 acknowledges.',
    fr: 'Le serveur a répondu {status} ; seul 200 accuse réception.',
    ar: 'أجاب الخادم بـ{status}؛ لا يؤكّد الاستلام إلا 200.',
  },
  notJson: {
    en: 'The answer is not valid JSON.',
    fr: 'La réponse n’est pas du JSON valable.',
    ar: 'الجواب ليس JSON صالحًا.',
  },
  notObject: {
    en: 'The answer is JSON, but not an object.',
    fr: 'La réponse est du JSON, mais pas un objet.',
    ar: 'الجواب JSON لكنه ليس كائنًا.',
  },
  noSuccess: {
    en: 'The answer has no field success.',
    fr: 'La réponse n’a pas de champ success.',
    ar: 'لا يحتوي الجواب على الحقل success.',
  },
  successNotTrue: {
    en: 'The field success of the answer is not true.',
    fr: 'Le champ success de la réponse ne vaut pas true.',
    ar: 'الحقل success في الجواب ليس true.',
  },
  noConnection: {
    en: 'No connection could be made.',
    fr: 'Aucune connexion n’a pu être établie.',
    ar: 'تعذّر إنشاء أي اتصال.',
  },
  closedBefore: {
    en: 'The connection was closed before any answer.',
    fr: 'La connexion a été fermée avant toute réponse.',
    ar: 'أُغلق الاتصال قبل أي جواب.',
  },
  closedMiddle: {
    en: 'The connection was closed in the middle of the answer.',
    fr: 'La connexion a été fermée au milieu de la réponse.',
    ar: 'أُغلق الاتصال في منتصف الجواب.',
  },
  networkTimeout: {
    en: 'The network gave up waiting for the server.',
    fr: 'Le réseau a cessé d’attendre le serveur.',
    ar: 'توقّفت الشبكة عن انتظار الخادم.',
  },
  tooSlow: {
    en: 'The whole answer did not come within {ms} ms.',
    fr: 'La réponse entière n’est pas arrivée en {ms} ms.',
    ar: 'لم يصل الجواب كاملًا خلال {ms} ملّي ثانية.',
  },
  tls: {
    en: 'No trusted encrypted connection could be made: check the certificate.',
    fr: 'Aucune connexion chiffrée de confiance n’a pu être établie : vérifiez le certificat.',
    ar: 'تعذّر إنشاء اتصال مشفّر موثوق: تحقّق من الشهادة.',
  },
  noHost: {
    en: 'The host of the address was not found.',
    fr: 'L’hôte de l’adresse est introuvable.',
    ar: 'لم يُعثر على مضيف العنوان.',
  },
  mayNotCall: {
    en: 'The platform may not call this address.',
    fr: 'La plateforme n’a pas le droit d’appeler cette adresse.',
    ar: 'لا يحق للمنصّة الاتصال بهذا العنوان.',
  },
  tooLarge: {
    en: 'The answer is too long.',
    fr: 'La réponse est trop longue.',
    ar: 'الجواب طويل جدًّا.',
  },
  broken: {
    en: 'The answer is not valid HTTP.',
    fr: 'La réponse n’est pas du HTTP valable.',
    ar: 'الجواب ليس HTTP صالحًا.',
  },
  tooMany: {
    en: 'Too many calls to this server were under way.',
    fr: 'Trop d’appels à ce serveur étaient en cours.',
    ar: 'كانت طلبات كثيرة إلى هذا الخادم جارية.',
  },
  breaker: {
    en: 'The last calls to this server all failed. It is tried again within {seconds} s.',
    fr: 'Les derniers appels à ce serveur ont tous échoué. Un nouvel essai a lieu dans {seconds} s au plus.',
    ar: 'فشلت آخر الطلبات إلى هذا الخادم كلها. يُعاد الطلب خلال {seconds} ثانية على الأكثر.',
  },
  notItsTurn: {
    en: 'Nothing was sent: its turn did not come in time. It is due as before.',
    fr: 'Rien n’a été envoyé : son tour n’est pas venu à temps. L’envoi reste prévu.',
    ar: 'لم يُرسل شيء: لم يحن دوره في الوقت. ويبقى الإرسال مقرّرًا.',
  },
  badSecret: {
    en: 'The server answered 401: it does not accept its API secret.',
    fr: 'Le serveur a répondu 401 : il refuse son secret d’API.',
    ar: 'أجاب الخادم بـ401: لا يقبل سرّ الواجهة الخاص به.',
  },
  lookupStatus: {
    en: 'The server answered {status}; 200, 404, 409 or 503 was expected.',
    fr: 'Le serveur a répondu {status} ; il fallait 200, 404, 409 ou 503.',
    ar: 'أجاب الخادم بـ{status}؛ كان المنتظر 200 أو 404 أو 409 أو 503.',
  },
  noErrorCode: {
    en: 'The server answered {status} without the expected error code: check the address of the API.',
    fr: 'Le serveur a répondu {status} sans le code d’erreur attendu : vérifiez l’adresse de l’API.',
    ar: 'أجاب الخادم بـ{status} دون رمز الخطأ المنتظر: تحقّق من عنوان الواجهة.',
  },
} as const satisfies Texts
