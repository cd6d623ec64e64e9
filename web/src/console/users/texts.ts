import { ACCESS_ROLE_WORDS } from '@wasl/protocol/access-words'
import type { Texts } from '../../texts/texts.ts'

export const USERS = {
  title: { en: 'Users', fr: 'Utilisateurs', ar: 'المستخدمون' },
  caption: {
    en: 'People who sign in, by name',
    fr: 'Les personnes qui se connectent, par nom',
    ar: 'من يسجّلون الدخول، بالاسم',
  },
  invite: { en: 'Invite someone', fr: 'Inviter une personne', ar: 'ادعُ شخصًا' },
  send: { en: 'Invite', fr: 'Inviter', ar: 'ادعُ' },
  name: { en: 'Name', fr: 'Nom', ar: 'الاسم' },
  email: { en: 'E-mail', fr: 'E-mail', ar: 'البريد الإلكتروني' },
  role: { en: 'Role', fr: 'Rôle', ar: 'الدور' },
  of: { en: 'Belongs to', fr: 'Appartient à', ar: 'ينتمي إلى' },
  operator: { en: 'The operator', fr: 'L’opérateur', ar: 'المشغّل' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  seen: { en: 'Last seen', fr: 'Vu le', ar: 'آخر ظهور' },
  unnamed: { en: 'Has not joined yet', fr: 'N’a pas encore rejoint', ar: 'لم ينضمّ بعد' },
  change: { en: 'Change', fr: 'Modifier', ar: 'عدّل' },
  changeTitle: { en: 'Change {name}', fr: 'Modifier {name}', ar: 'تعديل {name}' },
  save: { en: 'Save', fr: 'Enregistrer', ar: 'احفظ' },
  disable: {
    en: 'Disable: end all sessions, and let nobody sign in with it',
    fr: 'Désactiver : fermer toutes les sessions et refuser toute connexion',
    ar: 'تعطيل: إنهاء كل الجلسات ومنع تسجيل الدخول',
  },
  again: { en: 'Invite again', fr: 'Réinviter', ar: 'ادعُ من جديد' },
  link: {
    en: 'Give this link to {name}. It works once, and is shown only now.',
    fr: 'Transmettez ce lien à {name}. Il ne sert qu’une fois et n’est affiché que maintenant.',
    ar: 'سلّم هذا الرابط إلى {name}. يعمل مرة واحدة ولا يُعرض إلا الآن.',
  },
  signOut: { en: 'Sign everybody out', fr: 'Déconnecter tout le monde', ar: 'تسجيل خروج الجميع' },
  signOutVerb: { en: 'Sign out', fr: 'Déconnecter', ar: 'سجّل الخروج' },
  signOutHint: {
    en: 'Every session ends at once, except yours. People sign in again with what they have; they and their owners are told.',
    fr: 'Toutes les sessions se ferment aussitôt, sauf la vôtre. Chacun se reconnecte avec ce qu’il a ; les personnes et leurs propriétaires sont prévenus.',
    ar: 'تنتهي كل الجلسات فورًا إلا جلستك. يدخل الجميع من جديد بما لديهم، ويُبلَّغون هم ومالكو مؤسساتهم.',
  },
  signedOut: {
    en: '{count, plural, one {# session ended.} other {# sessions ended.}}',
    fr: '{count, plural, one {# session fermée.} other {# sessions fermées.}}',
    ar: '{count, plural, zero {لم تكن هناك جلسة.} one {انتهت جلسة واحدة.} two {انتهت جلستان.} few {انتهت # جلسات.} other {انتهت # جلسة.}}',
  },
  everybody: { en: 'Everybody', fr: 'Tout le monde', ar: 'الجميع' },
  empty: { en: 'Nobody yet.', fr: 'Personne pour l’instant.', ar: 'لا أحد بعد.' },
  ...ACCESS_ROLE_WORDS,
} as const satisfies Texts
