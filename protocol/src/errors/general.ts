import type { ErrorEntry } from './entry.ts'

/** Errors of any endpoint of the platform (section 7.2, D4). */
export const GENERAL_ERRORS = {
  VALIDATION400: {
    status: 400,
    messages: {
      en: 'The request is not valid. Each entry of details names a field, what was expected and what was received. Correct the fields and send the request again.',
      fr: 'La requête n’est pas valide. Chaque entrée de details nomme un champ, ce qui y était attendu et ce qui a été reçu ; corrigez-le et renvoyez la requête.',
      ar: 'الطلب غير صالح. كل عنصر في details يذكر حقلًا وما كان منتظرًا فيه وما ورد فعلًا؛ صحّحه وأرسل الطلب من جديد.',
    },
    extra: { details: [{ path: 'reference', message: 'expected a string, received 12' }] },
  },
  ROUTE404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no endpoint at this path. Check the path against the API reference. A reference in a path must be percent-encoded as one segment.',
      fr: 'Aucun point d’accès ne correspond à ce chemin. Comparez le chemin à la documentation de l’API ; dans un chemin, une référence doit être encodée (percent-encoding) en un seul segment.',
      ar: 'لا توجد نقطة وصول في هذا المسار. قارن المسار بتوثيق الـ API؛ ويجب ترميز المرجع داخل المسار (percent-encoding) بوصفه مقطعًا واحدًا.',
    },
  },
  REQUEST405_METHOD_NOT_ALLOWED: {
    status: 405,
    messages: {
      en: 'This path does not allow this HTTP method. Use one of the methods in the header Allow.',
      fr: 'Ce chemin n’accepte pas cette méthode HTTP. Utilisez l’une des méthodes indiquées dans l’en-tête Allow.',
      ar: 'هذا المسار لا يقبل طريقة HTTP هذه. استعمل إحدى الطرق المذكورة في الترويسة Allow.',
    },
  },
  REQUEST413_TOO_LARGE: {
    status: 413,
    messages: {
      en: 'The request is larger than this endpoint accepts. Send only the fields that the API reference names.',
      fr: 'La requête dépasse la taille acceptée par ce point d’accès. N’envoyez que les champs décrits dans la documentation de l’API.',
      ar: 'حجم الطلب أكبر مما تقبله نقطة الوصول هذه. أرسل فقط الحقول المذكورة في توثيق الـ API.',
    },
  },
  REQUEST415_UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    messages: {
      en: 'The body is not declared as JSON. Send it as JSON in UTF-8 with the header Content-Type: application/json, not compressed.',
      fr: 'Le corps n’est pas déclaré comme du JSON. Envoyez-le en JSON (UTF-8), non compressé, avec l’en-tête Content-Type: application/json.',
      ar: 'لم يُصرَّح بأن محتوى الطلب JSON. أرسله بصيغة JSON (بترميز UTF-8) دون ضغط، مع الترويسة Content-Type: application/json.',
    },
  },
  // For requests without a valid key, counted by address (D5).
  REQUEST429_RATE_LIMITED: {
    status: 429,
    messages: {
      en: 'This address sent too many requests without a valid key. Wait the number of seconds in the header Retry-After, then send a valid x-api-key.',
      fr: 'Trop de requêtes sans clé valide sont venues de cette adresse. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis envoyez une clé x-api-key valide.',
      ar: 'وردت من هذا العنوان طلبات كثيرة دون مفتاح صالح. انتظر عدد الثواني المذكور في الترويسة Retry-After، ثم أرسل x-api-key صالحًا.',
    },
  },
  SERVER500_INTERNAL: {
    status: 500,
    messages: {
      en: 'An internal error occurred in the platform; the request is not the cause. Read the current state before you repeat the request, and give the requestId to the operator.',
      fr: 'Une erreur interne s’est produite dans la plateforme ; la requête n’est pas en cause. Consultez l’état avant de répéter la requête, et communiquez le requestId à l’opérateur.',
      ar: 'حدث خطأ داخلي في المنصّة، وليس السبب في الطلب. تحقّق من الحالة قبل تكرار الطلب، وأبلغ المشغّل بقيمة requestId.',
    },
  },
  SERVER503_UNAVAILABLE: {
    status: 503,
    messages: {
      en: 'The platform is temporarily unavailable. Wait the number of seconds in the header Retry-After, or a few seconds without one. Read the current state, then repeat the request with the same Idempotency-Key.',
      fr: 'La plateforme est momentanément indisponible. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, ou quelques secondes s’il est absent ; consultez l’état, puis répétez la requête avec le même Idempotency-Key.',
      ar: 'المنصّة غير متاحة مؤقتًا. انتظر عدد الثواني المذكور في الترويسة Retry-After، أو بضع ثوانٍ إن غابت؛ ثم تحقّق من الحالة وأعد الطلب بقيمة Idempotency-Key نفسها.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
