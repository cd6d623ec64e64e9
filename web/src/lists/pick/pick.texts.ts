import type { Texts } from '../../texts/texts.ts'

export const PICK = {
  partner: { en: 'Name of the partner', fr: 'Nom du partenaire', ar: 'اسم الشريك' },
  channel: { en: 'Name of the channel', fr: 'Nom du canal', ar: 'اسم القناة' },
  agent: { en: 'Name of the agent', fr: 'Nom de l’agent', ar: 'اسم العون' },
  colleague: { en: 'Name of the colleague', fr: 'Nom du collègue', ar: 'اسم الزميل' },
  found: { en: 'Names found', fr: 'Noms trouvés', ar: 'أسماء موجودة' },
  nobody: {
    en: 'Nobody has this name. Type fewer letters.',
    fr: 'Aucun résultat pour ce nom. Saisissez moins de lettres.',
    ar: 'لا أحد بهذا الاسم. اكتب حروفًا أقل.',
  },
} as const satisfies Texts
