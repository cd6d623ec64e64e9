import type { ErrorEntry } from './entry.ts'

/** Errors of the partner-hosted endpoints (section 7.1). */
export const PARTNER_HOSTED_ERRORS = {
  UNAUTHORIZED: {
    status: 401,
    messages: {
      en: 'The API secret is missing or wrong. Send the header Authorization: Bearer <API_SECRET>.',
      fr: 'Le secret d’API est absent ou incorrect. Envoyez l’en-tête Authorization: Bearer <API_SECRET>.',
      ar: 'سر الـ API غائب أو غير صحيح. أرسل الترويسة Authorization: Bearer <API_SECRET>.',
    },
  },
  NOT_FOUND: {
    status: 404,
    messages: {
      en: 'No payment was found under this reference. Check the reference with the payer.',
      fr: 'Aucun paiement ne correspond à cette référence. Vérifiez la référence avec le payeur.',
      ar: 'لم يُعثر على أي دفعة بهذا المرجع. تحقّق من المرجع مع الدافع.',
    },
  },
  ALREADY_PAID: {
    status: 409,
    messages: {
      en: 'This payment is already completed. Do not collect it again.',
      fr: 'Ce paiement est déjà effectué. Ne l’encaissez pas une seconde fois.',
      ar: 'هذه الدفعة مسدَّدة من قبل. لا تُحصّلها مرة ثانية.',
    },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    messages: {
      en: 'The service is temporarily unavailable. Try again in a few minutes.',
      fr: 'Le service est momentanément indisponible. Réessayez dans quelques minutes.',
      ar: 'الخدمة غير متاحة مؤقتًا. أعد المحاولة بعد بضع دقائق.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
