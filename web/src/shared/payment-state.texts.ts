import type { Texts } from './texts.ts'

export const PAYMENT_STATE = {
  locked: { en: 'Reserved', fr: 'Réservé', ar: 'محجوز' },
  paid: { en: 'Paid', fr: 'Payé', ar: 'مدفوع' },
  released: { en: 'Released', fr: 'Libéré', ar: 'محرَّر' },
  refunded: { en: 'Refunded', fr: 'Remboursé', ar: 'مردود' },
  partly: { en: 'Paid, partly refunded', fr: 'Payé, rendu en partie', ar: 'مدفوع، رُدّ جزئيًا' },
  none: { en: 'Nothing to tell', fr: 'Rien à annoncer', ar: 'لا شيء للإبلاغ' },
  pending: { en: 'Not told yet', fr: 'Pas encore prévenu', ar: 'لم يُبلَّغ بعد' },
  delivered: { en: 'Partner told', fr: 'Partenaire prévenu', ar: 'أُبلغ الشريك' },
  failed: { en: 'Partner not told', fr: 'Partenaire non prévenu', ar: 'لم يُبلَّغ الشريك' },
} as const satisfies Texts
