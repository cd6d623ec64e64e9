import type { Texts } from './texts.ts'

export const STATES = {
  failed: {
    en: 'This could not be loaded.',
    fr: 'Chargement impossible.',
    ar: 'تعذّر تحميل هذه الصفحة.',
  },
  notFound: {
    en: 'There is no page at this address.',
    fr: 'Il n’y a pas de page à cette adresse.',
    ar: 'لا توجد صفحة في هذا العنوان.',
  },
  home: { en: 'Go to the first page', fr: 'Aller à l’accueil', ar: 'إلى الصفحة الأولى' },
  nothingChanged: {
    en: 'Nothing was changed.',
    fr: 'Rien n’a été modifié.',
    ar: 'لم يتغيّر أي شيء.',
  },
  offline: {
    en: 'No connection. What you see may be out of date.',
    fr: 'Pas de connexion. Ce que vous voyez peut avoir changé.',
    ar: 'لا يوجد اتصال. ما تراه قد لا يكون محدّثًا.',
  },
  again: { en: 'Try again', fr: 'Réessayer', ar: 'أعد المحاولة' },
  request: { en: 'Request', fr: 'Requête', ar: 'رقم الطلب' },
  refused: {
    en: 'You may not see this page.',
    fr: 'Vous n’avez pas accès à cette page.',
    ar: 'ليس لديك حق الاطلاع على هذه الصفحة.',
  },
  refusedBy: {
    en: 'It needs the right “{permission}”. An owner of your organisation can give it to you.',
    fr: 'Il faut le droit « {permission} ». Un propriétaire de votre organisation peut vous l’accorder.',
    ar: 'يلزم الحق «{permission}». يمكن لمالك في مؤسستك أن يمنحك إياه.',
  },
} as const satisfies Texts
