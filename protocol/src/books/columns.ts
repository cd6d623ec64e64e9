import { UnreadableBook } from './unreadable.ts'

/** The usual names of the columns of a book. The first two columns are needed. */
export const COLUMN_NAMES = {
  reference: [
    'reference',
    'référence',
    'ref',
    'réf',
    'facture',
    'n° facture',
    'المرجع',
    'الفاتورة',
  ],
  amount: ['amount', 'montant', 'total', 'المبلغ'],
  state: ['state', 'stage', 'status', 'état', 'etat', 'statut', 'الحالة'],
  refunded: ['refunded', 'refundedamount', 'remboursé', 'montant remboursé', 'المسترد'],
  date: ['date', 'businessdate', 'business_date', 'التاريخ'],
} as const

export type ColumnName = keyof typeof COLUMN_NAMES

export type Columns = Record<'reference' | 'amount', number> &
  Record<'state' | 'refunded' | 'date', number | null>

/** @throws UnreadableBook that has the header when a column is missing. */
export const findColumns = (
  header: readonly string[],
  mapping: Partial<Record<ColumnName, string>>,
): Columns => {
  const cells = header.map((cell) => plain(cell))
  const find = (name: ColumnName): number | null => {
    const wanted = mapping[name] === undefined ? COLUMN_NAMES[name] : [mapping[name]]
    for (const one of wanted) {
      const index = cells.indexOf(plain(one))
      if (index !== -1) return index
    }
    if (mapping[name] === undefined) return null
    throw missing(name, header, mapping[name])
  }
  const needed = (name: 'reference' | 'amount'): number => {
    const index = find(name)
    if (index === null) throw missing(name, header, null)
    return index
  }
  return {
    reference: needed('reference'),
    amount: needed('amount'),
    state: find('state'),
    refunded: find('refunded'),
    date: find('date'),
  }
}

const plain = (text: string): string => text.replace('\ufeff', '').trim().toLowerCase()

const missing = (name: ColumnName, header: readonly string[], wanted: string | null) =>
  new UnreadableBook({ why: 'no_column', name, wanted, header: header.join(' | ').slice(0, 200) })
