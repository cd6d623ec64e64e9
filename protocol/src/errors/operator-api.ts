import type { ErrorEntry } from './entry.ts'

/** The operator API (D22). */
export const OPERATOR_API_ERRORS = {
  OPERATOR401_UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'The header x-api-key is missing, or its key is not known. Send the API key of an operator (see WASL_OPERATOR_KEY).',
      fr: 'L’en-tête x-api-key est absent, ou sa clé est inconnue. Envoyez la clé d’API d’un opérateur (voir WASL_OPERATOR_KEY).',
      ar: 'الترويسة x-api-key غائبة، أو المفتاح الذي تحمله غير معروف. أرسل مفتاح API الخاص بالمشغّل (انظر WASL_OPERATOR_KEY).',
    },
  },
  CHANNEL404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no such channel or channel kind. Check the id (such as chn_7) or the kind (AGENCY, DELIVERY or MARKETPLACE) and try again.',
      fr: 'Ce canal ou ce type de canal n’existe pas. Vérifiez l’identifiant (par exemple chn_7) ou le type (AGENCY, DELIVERY ou MARKETPLACE) et réessayez.',
      ar: 'لا توجد قناة كهذه ولا نوع قناة كهذا. تحقّق من المعرّف (مثل chn_7) أو من النوع (AGENCY أو DELIVERY أو MARKETPLACE) وأعد المحاولة.',
    },
  },
  EVENT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no webhook event with this eventId. Check the id against the list of webhook events and try again.',
      fr: 'Aucun événement webhook ne porte cet eventId. Vérifiez l’identifiant dans la liste des événements webhook et réessayez.',
      ar: 'لا يوجد حدث webhook بهذا المعرّف eventId. قارن المعرّف بقائمة أحداث webhook وأعد المحاولة.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
