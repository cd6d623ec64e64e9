import type { Texts } from '../../texts/texts.ts'

export const TEAM = {
  title: { en: 'Team', fr: 'Équipe', ar: 'الفريق' },
  name: { en: 'Name', fr: 'Nom', ar: 'الاسم' },
  email: { en: 'E-mail', fr: 'E-mail', ar: 'البريد الإلكتروني' },
  role: { en: 'Role', fr: 'Rôle', ar: 'الدور' },
  seen: { en: 'Last seen', fr: 'Dernière visite', ar: 'آخر ظهور' },
  state: { en: 'State', fr: 'État', ar: 'الحالة' },
  owner: { en: 'Owner', fr: 'Propriétaire', ar: 'مالك' },
  finance: { en: 'Finance', fr: 'Finance', ar: 'المالية' },
  developer: { en: 'Developer', fr: 'Développeur', ar: 'مطوّر' },
  viewer: { en: 'Viewer', fr: 'Lecteur', ar: 'مطّلع' },
  invite: { en: 'Invite', fr: 'Inviter', ar: 'دعوة' },
  inviteTitle: { en: 'Invite somebody', fr: 'Inviter quelqu’un', ar: 'دعوة شخص' },
  link: {
    en: 'Give this link to {name} alone: it works once, for 7 days.',
    fr: 'Remettez ce lien à {name} seulement : il sert une fois, pendant 7 jours.',
    ar: 'سلّموا هذا الرابط إلى {name} وحده: يعمل مرة واحدة خلال 7 أيام.',
  },
  linkName: { en: 'Link', fr: 'Lien', ar: 'الرابط' },
  change: { en: 'Change', fr: 'Modifier', ar: 'تعديل' },
  changeTitle: { en: 'Change {name}', fr: 'Modifier {name}', ar: 'تعديل {name}' },
  save: { en: 'Save', fr: 'Enregistrer', ar: 'حفظ' },
  disable: {
    en: 'Disable: signed out everywhere at once',
    fr: 'Désactiver : déconnecté partout aussitôt',
    ar: 'تعطيل: تسجيل خروج فوري من كل مكان',
  },
  empty: { en: 'Nobody yet.', fr: 'Personne pour l’instant.', ar: 'لا أحد بعد.' },
} as const satisfies Texts
