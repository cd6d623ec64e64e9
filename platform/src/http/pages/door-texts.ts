import type { Language } from '@wasl/protocol'

type Doors = Record<'title' | 'console' | 'portal' | 'till', string>

/** The ways in for people who work with Wasl. */
export const DOOR_TEXTS: Record<Language, Doors> = {
  ar: {
    title: 'لمن يعمل مع وصل',
    console: 'لوحة المشغّل',
    portal: 'فضاء الشريك',
    till: 'الشبّاك',
  },
  fr: {
    title: 'Vous travaillez avec Wasl\u00a0?',
    console: 'Console de l’opérateur',
    portal: 'Espace partenaire',
    till: 'Caisse',
  },
  en: {
    title: 'Do you work with Wasl?',
    console: 'The operator’s console',
    portal: 'The partners’ portal',
    till: 'The till',
  },
}
