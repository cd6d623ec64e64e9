import type { ErrorEntry } from './entry.ts'

/** Sending a backlog again (W146). */
export const RESEND_ERRORS = {
  RESEND404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no resend with this resendId. Check the id against the list of resends and try again.',
      fr: 'Aucun renvoi ne porte ce resendId. Vérifiez l’identifiant dans la liste des renvois et réessayez.',
      ar: 'لا توجد عملية إعادة إرسال بهذا المعرّف resendId. قارن المعرّف بقائمة عمليات إعادة الإرسال وأعد المحاولة.',
    },
  },
  RESEND409_RUNNING: {
    status: 409,
    messages: {
      en: 'Another resend of the same partner is still running. Nothing was changed. Wait until it is finished, or cancel it, then send the request again.',
      fr: 'Un autre renvoi du même partenaire est encore en cours. Rien n’a été modifié. Attendez qu’il se termine, ou annulez-le, puis renvoyez la requête.',
      ar: 'ما زالت عملية إعادة إرسال أخرى للشريك نفسه جارية. لم يتغيّر شيء. انتظر انتهاءها أو ألغِها، ثم أرسل الطلب من جديد.',
    },
  },
  RESEND409_TOO_MANY: {
    status: 409,
    messages: {
      en: 'These filters match more than 100,000 events, the limit of one resend. Nothing was changed. Choose a shorter period, one partner or one kind of event, and send the request again.',
      fr: 'Ces filtres retiennent plus de 100 000 événements, la limite d’un renvoi. Rien n’a été modifié. Choisissez une période plus courte, un seul partenaire ou un seul type d’événement, puis renvoyez la requête.',
      ar: 'تشمل هذه المرشّحات أكثر من 100000 حدث، وهو حدّ عملية إعادة الإرسال الواحدة. لم يتغيّر شيء. اختر مدة أقصر أو شريكًا واحدًا أو نوعًا واحدًا من الأحداث، ثم أرسل الطلب من جديد.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
