import type { Texts } from '../../texts/texts.ts'

export const SENT = {
  title: { en: 'Sent to {partner}', fr: 'Envois à {partner}', ar: 'ما أُرسل إلى {partner}' },
  count: {
    en: '{count, plural, one {# attempt} other {# attempts}}',
    fr: '{count, plural, one {# essai} other {# essais}}',
    ar: '{count, plural, one {محاولة واحدة} two {محاولتان} few {# محاولات} other {# محاولة}}',
  },
  event: { en: 'Event', fr: 'Événement', ar: 'الإشعار' },
  attempt: { en: 'Attempt', fr: 'Essai', ar: 'المحاولة' },
  at: { en: 'Sent', fr: 'Départ', ar: 'الإرسال' },
  took: { en: 'Took', fr: 'Durée', ar: 'المدة' },
  ms: { en: '{ms} ms', fr: '{ms} ms', ar: '{ms} م.ث.' },
  answer: { en: 'Answer', fr: 'Réponse', ar: 'الجواب' },
  acknowledged: { en: '{status}, acknowledged', fr: '{status}, accusé', ar: '{status}، مؤكَّد' },
  noAnswer: { en: 'No answer', fr: 'Sans réponse', ar: 'بلا جواب' },
  running: { en: 'Under way', fr: 'En cours', ar: 'جارٍ' },
  body: {
    en: '{event}: what was sent and answered',
    fr: '{event} : ce qui a été envoyé et répondu',
    ar: '{event}: ما أُرسل وما أُجيب به',
  },
  headers: { en: 'Headers sent', fr: 'En-têtes envoyés', ar: 'الترويسات المرسلة' },
  sentBody: {
    en: 'Body, the same at each attempt',
    fr: 'Corps, le même à chaque essai',
    ar: 'النص، نفسه في كل محاولة',
  },
  answered: {
    en: 'Attempt {attempt}, answer {status}',
    fr: 'Essai {attempt}, réponse {status}',
    ar: 'المحاولة {attempt}، الجواب {status}',
  },
  none: {
    en: 'Nothing was sent yet.',
    fr: 'Rien n’a encore été envoyé.',
    ar: 'لم يُرسل شيء بعد.',
  },
} as const satisfies Texts
