import type { Texts } from '../../texts/texts.ts'

export const ACCESS = {
  title: { en: 'Who can do what', fr: 'Qui peut faire quoi', ar: 'من يستطيع ماذا' },
  caption: {
    en: 'People, keys and devices that can act now, the longest unused first',
    fr: 'Les personnes, clés et appareils qui peuvent agir, les moins utilisés d’abord',
    ar: 'الأشخاص والمفاتيح والأجهزة القادرون على العمل الآن، الأقدم استعمالًا أولًا',
  },
  hint: {
    en: 'Review this list each quarter. What nobody used for 90 days comes first: disable it, or revoke it.',
    fr: 'Revoyez cette liste chaque trimestre. Ce que personne n’a utilisé depuis 90 jours vient d’abord : désactivez-le ou révoquez-le.',
    ar: 'راجع هذه القائمة كل ثلاثة أشهر. ما لم يُستعمل منذ 90 يومًا يأتي أولًا: عطّله أو ألغه.',
  },
  kind: { en: 'Kind', fr: 'Type', ar: 'النوع' },
  name: { en: 'Name', fr: 'Nom', ar: 'الاسم' },
  of: { en: 'Belongs to', fr: 'Appartient à', ar: 'ينتمي إلى' },
  side: { en: 'Side', fr: 'Côté', ar: 'الجهة' },
  may: { en: 'May do', fr: 'Peut faire', ar: 'ما يستطيعه' },
  used: { en: 'Last use', fr: 'Dernier usage', ar: 'آخر استعمال' },
  never: { en: 'Never', fr: 'Jamais', ar: 'أبدًا' },
  unused: {
    en: 'Unused for 90 days',
    fr: 'Inutilisé depuis 90 jours',
    ar: 'لم يُستعمل منذ 90 يومًا',
  },
  made: { en: 'Made', fr: 'Créé le', ar: 'أُنشئ' },
  operator: { en: 'The operator', fr: 'L’opérateur', ar: 'المشغّل' },
  channel: { en: 'Channels', fr: 'Canaux', ar: 'القنوات' },
  partner: { en: 'Partners', fr: 'Partenaires', ar: 'الشركاء' },
} as const satisfies Texts
