import type { ErrorEntry } from './entry.ts'

/** Bank accounts of partners. */
export const PARTNER_ACCOUNT_ERRORS = {
  PARTNER_ACCOUNT404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'This partner has no such change of its bank account. Check both ids against the list of changes and try again.',
      fr: 'Ce partenaire n’a pas de telle modification de son compte bancaire. Vérifiez les deux identifiants dans la liste des modifications et réessayez.',
      ar: 'ليس لهذا الشريك تغيير كهذا لحسابه البنكي. قارن المعرّفين بقائمة التغييرات وأعد المحاولة.',
    },
  },
  PARTNER_ACCOUNT409_WAITING: {
    status: 409,
    messages: {
      en: 'A change of this partner’s bank account already waits for approval, so nothing was requested. Approve or decline that change first.',
      fr: 'Une modification du compte bancaire de ce partenaire attend déjà une approbation : rien n’a été demandé. Approuvez ou refusez d’abord cette modification.',
      ar: 'هناك تغيير للحساب البنكي لهذا الشريك ينتظر الموافقة، فلم يُطلب شيء. وافق على ذلك التغيير أو ارفضه أولًا.',
    },
  },
  PARTNER_ACCOUNT409_DECIDED: {
    status: 409,
    messages: {
      en: 'This change was already decided the other way, and that decision is final. Request a new change if the account must be different.',
      fr: 'Cette modification a déjà reçu la décision contraire, qui reste acquise. Demandez une nouvelle modification si le compte doit être différent.',
      ar: 'سبق البتّ في هذا التغيير بقرار معاكس، وهو نهائي. اطلب تغييرًا جديدًا إذا وجب أن يختلف الحساب.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
