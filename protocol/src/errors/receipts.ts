import type { ErrorEntry } from './entry.ts'

/** Receipts in the channel API (D33). */
export const RECEIPT_ERRORS = {
  RECEIPT409_NOT_PAID: {
    status: 409,
    messages: {
      en: 'This payment is not paid, so it has no receipt. If you took cash, confirm the payment first; after the confirmation, ask for the receipt again.',
      fr: 'Ce paiement n’est pas payé : il n’a pas de reçu. Si vous avez encaissé des espèces, confirmez d’abord le paiement ; après la confirmation, demandez de nouveau le reçu.',
      ar: 'هذه الدفعة غير مسدَّدة فلا وصل لها. إن كنت قد قبضت نقدًا فأكّد الدفعة أولًا، ثم اطلب الوصل من جديد بعد التأكيد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
