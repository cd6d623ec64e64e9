import type { Texts } from '../../texts/texts.ts'

export const AUDIT = {
  title: { en: 'Audit log', fr: 'Journal d’audit', ar: 'سجلّ التدقيق' },
  caption: {
    en: 'What people and keys did, the newest first',
    fr: 'Ce que les personnes et les clés ont fait, le plus récent d’abord',
    ar: 'ما فعله الأشخاص والمفاتيح، الأحدث أولًا',
  },
  who: { en: 'Who', fr: 'Qui', ar: 'من' },
  what: { en: 'Act', fr: 'Acte', ar: 'الفعل' },
  about: { en: 'About', fr: 'Objet', ar: 'بخصوص' },
  partner: { en: 'Partner', fr: 'Partenaire', ar: 'الشريك' },
  when: { en: 'When', fr: 'Quand', ar: 'متى' },
  details: { en: 'Details', fr: 'Détails', ar: 'التفاصيل' },
  show: { en: 'Show', fr: 'Afficher', ar: 'اعرض' },
  actorHint: { en: 'Name or id', fr: 'Nom ou identifiant', ar: 'اسم أو معرّف' },
  subjectHint: { en: 'prt_1001, payment id', fr: 'prt_1001, id de paiement', ar: 'prt_1001' },
  empty: {
    en: 'Nobody has changed anything yet.',
    fr: 'Personne n’a encore rien modifié.',
    ar: 'لم يغيّر أحد شيئًا بعد.',
  },
} as const satisfies Texts
