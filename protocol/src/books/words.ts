import type { BookState } from './book.ts'

/** The usual words of the column `state`, in three languages. */
export const STATE_WORDS: Readonly<Record<BookState, readonly string[]>> = {
  paid: ['paid', 'payé', 'payée', 'paye', 'payee', 'réglé', 'réglée', 'مدفوع', 'مدفوعة'],
  refunded: ['refunded', 'remboursé', 'remboursée', 'مسترد', 'مستردة', 'مُسترَد', 'مسترجع'],
  open: [
    'open',
    'locked',
    'released',
    'unpaid',
    'cancelled',
    'canceled',
    'pending',
    'ouvert',
    'ouverte',
    'impayé',
    'impayée',
    'annulé',
    'annulée',
    'en attente',
    'غير مدفوع',
    'غير مدفوعة',
    'ملغى',
    'ملغاة',
    'معلق',
  ],
}
