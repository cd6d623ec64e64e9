/** The states of a payment in words: for the screens, and for files that people read. */
import type { Words } from './words.ts'

export const PAYMENT_STATE = {
  locked: { en: 'Reserved', fr: 'Réservé', ar: 'محجوز' },
  paid: { en: 'Paid', fr: 'Payé', ar: 'مدفوع' },
  released: { en: 'Released', fr: 'Libéré', ar: 'محرَّر' },
  openCase: { en: 'Cash to decide', fr: 'Argent à décider', ar: 'نقود بانتظار قرار' },
  refunded: { en: 'Refunded', fr: 'Remboursé', ar: 'مردود' },
  partly: { en: 'Partly refunded', fr: 'Rendu en partie', ar: 'رُدّ جزئيًا' },
  none: { en: 'Nothing to tell', fr: 'Rien à signaler', ar: 'لا شيء للإبلاغ' },
  pending: { en: 'Not told yet', fr: 'À avertir', ar: 'لم يُبلَّغ بعد' },
  delivered: { en: 'Partner told', fr: 'Prévenu', ar: 'أُبلغ الشريك' },
  failed: { en: 'Partner not told', fr: 'Non prévenu', ar: 'لم يُبلَّغ الشريك' },
} as const satisfies Words
