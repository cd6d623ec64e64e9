import type { ErrorEntry } from './entry.ts'

/** Signing keys in the operator API (W121). */
export const SIGNING_KEY_ERRORS = {
  SIGNING_KEY404_NOT_FOUND: {
    status: 404,
    messages: {
      en: 'There is no signing key with this kid. Check it against the list of signing keys and try again.',
      fr: 'Aucune clé de signature ne porte ce kid. Vérifiez-le dans la liste des clés de signature et réessayez.',
      ar: 'لا يوجد مفتاح توقيع بهذا المعرّف kid. قارنه بقائمة مفاتيح التوقيع وأعد المحاولة.',
    },
  },
  SIGNING_KEY409_ROTATION_PENDING: {
    status: 409,
    messages: {
      en: 'The next key of this purpose is already published and has not started to sign. Nothing was changed. Wait until its validFrom. If somebody else may have the current key, revoke it: the next key then signs at once.',
      fr: 'La prochaine clé de cet usage est déjà publiée et n’a pas commencé à signer : rien n’a été modifié. Attendez son validFrom. Si quelqu’un d’autre peut avoir la clé actuelle, révoquez-la : la prochaine signe alors aussitôt.',
      ar: 'نُشر المفتاح التالي لهذا الغرض ولم يبدأ التوقيع بعد، فلم يتغيّر شيء. انتظر حتى الوقت validFrom الخاص به. وإن أمكن أن يكون المفتاح الحالي لدى غيركم فألغِه، فيبدأ المفتاح التالي التوقيع فورًا.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
