import type { ErrorEntry } from './entry.ts'

/** Notes of operators (W142). */
export const NOTE_ERRORS = {
  NOTE409_TOO_MANY: {
    status: 409,
    messages: {
      en: 'This payment has 200 notes, which is the limit. Nothing was written. Keep longer files outside, and note where they are.',
      fr: 'Ce paiement a déjà 200 notes, le maximum. Rien n’a été écrit. Gardez les dossiers plus longs ailleurs, et notez où ils se trouvent.',
      ar: 'لهذه الدفعة 200 ملاحظة، وهو الحدّ الأقصى. لم يُكتب شيء. احفظ الملفات الأطول في مكان آخر، ودوّن مكانها.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
