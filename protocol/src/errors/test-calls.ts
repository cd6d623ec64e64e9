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
  CHECKS404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no run of the checks with this id, or it is not kept any more. Read the list of runs again.',
      fr: 'Aucune exécution des contrôles ne porte cet identifiant, ou elle n’est plus conservée. Relisez la liste.',
      ar: 'لا يوجد تشغيل للفحوص بهذا المعرّف، أو لم يعد محفوظًا. أعد قراءة القائمة.',
    },
  },
  CHECKS409_RUNNING: {
    status: 409,
    messages: {
      en: 'The checks of this partner are running already (see runId), and one run at a time is allowed. Nothing was sent. Follow that run, then start another one.',
      fr: 'Les contrôles de ce partenaire sont déjà en cours (voir runId), et un seul à la fois est permis. Rien n’a été envoyé. Suivez cette exécution, puis lancez-en une autre.',
      ar: 'فحوص هذا الشريك جارية (انظر runId)، ولا يُسمح إلا بتشغيل واحد في الوقت نفسه. لم يُرسل شيء. تابع هذا التشغيل ثم ابدأ غيره.',
    },
    extra: { runId: '01989d2e-5c00-7a10-8f3b-9c00000003e9' },
  },
  CHECKS429_TOO_MANY: {
    status: 429,
    messages: {
      en: 'The checks of this partner ran 6 times within an hour, which is the limit. Nothing was sent. Wait the number of seconds in the header Retry-After, then send the request again.',
      fr: 'Les contrôles de ce partenaire ont été lancés 6 fois en une heure, ce qui est la limite. Rien n’a été envoyé. Attendez le nombre de secondes indiqué par l’en-tête Retry-After, puis renvoyez la requête.',
      ar: 'شُغّلت فحوص هذا الشريك 6 مرات خلال ساعة، وهذا هو الحدّ. لم يُرسل شيء. انتظر عدد الثواني المذكور في الترويسة Retry-After، ثم أرسل الطلب من جديد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
