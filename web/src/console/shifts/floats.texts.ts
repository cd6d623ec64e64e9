import type { Texts } from '../../texts/texts.ts'

export const FLOATS = {
  title: { en: 'Floats', fr: 'Fonds de caisse', ar: 'الأرصدة الأولية' },
  source: { en: 'Whose money', fr: 'Provenance', ar: 'مصدر المال' },
  'source channel': {
    en: 'the channel’s own money',
    fr: 'argent du canal',
    ar: 'مال القناة نفسها',
  },
  'source clients': { en: 'clients’ account', fr: 'compte des clients', ar: 'حساب الزبائن' },
  'source own': { en: 'own account', fr: 'compte propre', ar: 'الحساب الخاص' },
  funded: { en: 'Put in', fr: 'Versé', ar: 'أُودع' },
  returned: { en: 'Taken out', fr: 'Repris', ar: 'استُرجع' },
  none: {
    en: 'No float here. A float is cash for change in the safe of a channel.',
    fr: 'Aucun fonds ici. Un fonds de caisse est la monnaie dans le coffre d’un canal.',
    ar: 'لا أرصدة هنا. الرصيد الأولي نقود للصرف في خزنة القناة.',
  },
  fund: { en: 'Put a float in', fr: 'Verser un fonds', ar: 'إيداع رصيد أولي' },
  fundVerb: { en: 'Put in', fr: 'Verser', ar: 'إيداع' },
  fundHint: {
    en: 'It is in the safe at once. The safe gives it to agents by a handover.',
    fr: 'Il est aussitôt dans le coffre, qui le remet aux agents.',
    ar: 'يدخل الخزنة فورًا، ومنها يُسلَّم إلى الأعوان.',
  },
  noChannel: { en: 'No channel yet.', fr: 'Aucun canal.', ar: 'لا قنوات بعد.' },
  return: { en: 'Take out', fr: 'Reprendre', ar: 'استرجاع' },
  returnTitle: {
    en: 'Take this float out of the safe',
    fr: 'Reprendre ce fonds du coffre',
    ar: 'استرجاع هذا الرصيد من الخزنة',
  },
  returnSays: {
    en: '{amount} leave the safe of {channel}, whole, and go back to: {source}.',
    fr: '{amount} quittent en entier le coffre de {channel} et retournent à : {source}.',
    ar: 'يخرج {amount} كاملًا من خزنة {channel} ويعود إلى: {source}.',
  },
} as const satisfies Texts
