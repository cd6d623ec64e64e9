/** What the site says around its pages. */
import type { DefaultTheme } from 'vitepress'
import type { Language } from './page.ts'

type Texts = {
  /** The language, in itself. */
  label: string
  /** The platform's. */
  name: string
  direction: 'ltr' | 'rtl'
  nav: Record<'guides' | 'reference' | 'api' | 'decisions', string>
  groups: Record<
    'partners' | 'channels' | 'operators' | 'tools' | 'reference' | 'api' | 'decisions' | 'project',
    string
  >
  theme: DefaultTheme.Config
  search: NonNullable<DefaultTheme.LocalSearchOptions['translations']>
}

const EN: Texts = {
  label: 'English',
  name: 'Wasl',
  direction: 'ltr',
  nav: { guides: 'Guides', reference: 'Reference', api: 'API', decisions: 'Decisions' },
  groups: {
    partners: 'For partners',
    channels: 'For channels',
    operators: 'For operators',
    tools: 'Kits, tools and examples',
    reference: 'Reference',
    api: 'API reference',
    decisions: 'Decisions',
    project: 'The project',
  },
  theme: {},
  search: {},
}

const FR: Texts = {
  label: 'Français',
  name: 'Wasl',
  direction: 'ltr',
  nav: { guides: 'Guides', reference: 'Référence', api: 'API', decisions: 'Décisions' },
  groups: {
    ...EN.groups,
    partners: 'Pour les partenaires',
    channels: 'Pour les canaux',
    operators: 'Pour les opérateurs',
  },
  theme: {
    outline: { level: [2, 3], label: 'Sur cette page' },
    docFooter: { prev: 'Page précédente', next: 'Page suivante' },
    darkModeSwitchLabel: 'Apparence',
    lightModeSwitchTitle: 'Passer au thème clair',
    darkModeSwitchTitle: 'Passer au thème sombre',
    sidebarMenuLabel: 'Menu',
    returnToTopLabel: 'Retour en haut',
    langMenuLabel: 'Changer de langue',
    skipToContentLabel: 'Aller au contenu',
    notFound: {
      title: 'Page introuvable',
      quote: 'Cette adresse ne mène à aucune page.',
      linkLabel: 'Aller à l’accueil',
      linkText: 'Revenir à l’accueil',
    },
  },
  search: {
    button: { buttonText: 'Rechercher', buttonAriaLabel: 'Rechercher' },
    modal: {
      displayDetails: 'Afficher les détails',
      resetButtonTitle: 'Effacer la recherche',
      backButtonTitle: 'Fermer la recherche',
      noResultsText: 'Aucun résultat pour',
      footer: { selectText: 'ouvrir', navigateText: 'parcourir', closeText: 'fermer' },
    },
  },
}

const AR: Texts = {
  label: 'العربية',
  name: 'وصل',
  direction: 'rtl',
  nav: { guides: 'الأدلة', reference: 'المرجع', api: 'الواجهات البرمجية', decisions: 'القرارات' },
  groups: {
    ...EN.groups,
    partners: 'للشركاء',
    channels: 'لقنوات الدفع',
    operators: 'للمشغّلين',
  },
  theme: {
    outline: { level: [2, 3], label: 'في هذه الصفحة' },
    docFooter: { prev: 'الصفحة السابقة', next: 'الصفحة التالية' },
    darkModeSwitchLabel: 'المظهر',
    lightModeSwitchTitle: 'المظهر الفاتح',
    darkModeSwitchTitle: 'المظهر الداكن',
    sidebarMenuLabel: 'القائمة',
    returnToTopLabel: 'إلى أعلى الصفحة',
    langMenuLabel: 'تغيير اللغة',
    skipToContentLabel: 'إلى المحتوى',
    notFound: {
      title: 'الصفحة غير موجودة',
      quote: 'لا توجد صفحة بهذا العنوان.',
      linkLabel: 'إلى البداية',
      linkText: 'العودة إلى البداية',
    },
  },
  search: {
    button: { buttonText: 'بحث', buttonAriaLabel: 'بحث' },
    modal: {
      displayDetails: 'عرض التفاصيل',
      resetButtonTitle: 'مسح البحث',
      backButtonTitle: 'إغلاق البحث',
      noResultsText: 'لا توجد نتائج عن',
      footer: { selectText: 'فتح', navigateText: 'تنقّل', closeText: 'إغلاق' },
    },
  },
}

export const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, fr: FR, ar: AR }
