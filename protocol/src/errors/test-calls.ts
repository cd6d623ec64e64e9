import type { ErrorEntry } from './entry.ts'

/** Calls that only test (W147). */
export const TEST_CALL_ERRORS = {
  TEST429_TOO_MANY: {
    status: 429,
    messages: {
      en: 'This partner was tested 6 times within a minute, which is the limit. Nothing was sent. Wait the number of seconds in the header Retry-After, then send the request again.',
      fr: 'Ce partenaire a été testé 6 fois en une minute, ce qui est la limite. Rien n’a été envoyé. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez la requête.',
      ar: 'جرى اختبار هذا الشريك 6 مرات خلال دقيقة، وهذا هو الحدّ. لم يُرسل شيء. انتظر عدد الثواني المذكور في الترويسة Retry-After، ثم أرسل الطلب من جديد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
