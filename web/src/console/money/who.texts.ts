import type { Texts } from '../../texts/texts.ts'

export const WHO = {
  safe: { en: 'Safe of {name}', fr: 'Coffre de {name}', ar: 'خزنة {name}' },
  operator: { en: 'The operator', fr: 'L’opérateur', ar: 'المشغّل' },
  clients: { en: 'Clients’ account', fr: 'Compte des clients', ar: 'حساب الزبائن' },
  own: { en: 'Own account', fr: 'Compte propre', ar: 'الحساب الخاص' },
} as const satisfies Texts
