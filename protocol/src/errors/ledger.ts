import type { ErrorEntry } from './entry.ts'

/** The books of the operator (D31). */
export const LEDGER_ERRORS = {
  ADJUSTMENT409_PAIR_NOT_ALLOWED: {
    status: 409,
    messages: {
      en: 'These two accounts cannot be adjusted by hand, so nothing was proposed. Expected a pair that decision W104 lists, with owners that exist and at most one partner. Bank accounts change only by bank lines, counted cash only by counts.',
      fr: 'Ces deux comptes ne peuvent pas être corrigés à la main : rien n’a été proposé. Il faut une paire citée par la décision W104, avec des titulaires qui existent et un seul partenaire. Les comptes bancaires ne changent que par des lignes de banque, les espèces comptées que par des comptages.',
      ar: 'لا يمكن تصحيح هذين الحسابين يدويًا، فلم يُقترح شيء. يلزم زوج مذكور في القرار W104، بأصحاب موجودين وبشريك واحد فقط. لا تتغيّر الحسابات البنكية إلا بأسطر البنك، ولا النقد المعدود إلا بالعدّ.',
    },
  },
  ADJUSTMENT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no adjustment with this id. Check it against the list of adjustments and try again.',
      fr: 'Aucune correction ne porte cet identifiant. Vérifiez-le dans la liste des corrections et réessayez.',
      ar: 'لا توجد تسوية بهذا المعرّف. قارنه بقائمة التسويات وأعد المحاولة.',
    },
  },
  ADJUSTMENT409_DECIDED: {
    status: 409,
    messages: {
      en: 'This adjustment was already decided the other way, and that decision is final. Propose a new one if the books must be different.',
      fr: 'Cette correction a déjà reçu la décision contraire, qui reste acquise. Proposez-en une nouvelle si les livres doivent être différents.',
      ar: 'سبق البتّ في هذه التسوية بقرار معاكس، وهو نهائي. اقترح تسوية جديدة إذا وجب أن تختلف الدفاتر.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
