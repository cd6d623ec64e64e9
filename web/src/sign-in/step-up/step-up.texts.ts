import type { Texts } from '../../texts/texts.ts'

export const STEP_UP = {
  title: { en: 'Is it you?', fr: 'Est-ce bien vous ?', ar: 'هل هذا أنت؟' },
  why: {
    en: 'This action needs a confirmation, which is then valid for 10 minutes.',
    fr: 'Cette action demande une confirmation, valable ensuite 10 minutes.',
    ar: 'يتطلّب هذا الإجراء تأكيدًا يبقى صالحًا 10 دقائق.',
  },
  passkey: {
    en: 'Confirm with a passkey',
    fr: 'Confirmer avec une clé d’accès',
    ar: 'أكّد بمفتاح المرور',
  },
  code: {
    en: 'Code of the authenticator app',
    fr: 'Code de l’application d’authentification',
    ar: 'رمز تطبيق المصادقة',
  },
  confirm: { en: 'Confirm', fr: 'Confirmer', ar: 'أكّد' },
  cancel: { en: 'Cancel', fr: 'Annuler', ar: 'إلغاء' },
  no_way: {
    en: 'You have no passkey and no authenticator app. An owner of your organisation can invite you again.',
    fr: 'Vous n’avez ni clé d’accès ni application d’authentification. Un propriétaire de votre organisation peut vous réinviter.',
    ar: 'ليس لديك مفتاح مرور ولا تطبيق مصادقة. يمكن لمالك في مؤسستك أن يدعوك من جديد.',
  },
} as const satisfies Texts
