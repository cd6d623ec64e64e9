import type { ErrorEntry } from './entry.ts'

/** Calls that wait for somebody (W211). */
export const FOLLOW_UP_ERRORS = {
  FOLLOW_UP404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no follow-up with this id. Nothing was changed. Look for it in the list of follow-ups.',
      fr: 'Aucun suivi ne porte cet identifiant. Rien n’a été modifié. Cherchez-le dans la liste des suivis.',
      ar: 'لا توجد متابعة بهذا المعرّف. لم يتغيّر شيء. ابحث عنها في قائمة المتابعات.',
    },
  },
  FOLLOW_UP409_TOO_MANY: {
    status: 409,
    messages: {
      en: 'This follow-up has 200 entries, which is the limit. Nothing was changed. Open a new one, and say in it which one it continues.',
      fr: 'Ce suivi a déjà 200 inscriptions, le maximum. Rien n’a été modifié. Ouvrez-en un autre, et indiquez-y lequel il prolonge.',
      ar: 'لهذه المتابعة 200 قيد، وهو الحدّ الأقصى. لم يتغيّر شيء. افتح متابعة جديدة، واذكر فيها ما تكمّله.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
