import { refused, usage } from '../problem.ts'

/** The columns of a book. The first two are needed. */
const NAMES = {
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

export type ColumnName = keyof typeof NAMES

export type Columns = Record<'reference' | 'amount', number> &
  Record<'state' | 'refunded' | 'date', number | null>

/**
 * A mapping such as `reference=N° facture,amount=Montant TTC`.
 *
 * @throws Problem when it cannot be read.
 */
export const readMapping = (text: string | undefined): Partial<Record<ColumnName, string>> => {
  if (text === undefined) return {}
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      if (Object.hasOwn(NAMES, name.trim()) && rest.length > 0) {
        return [name.trim(), rest.join('=').trim()]
      }
      throw usage(
        `--columns: expected pairs such as "reference=Facture,amount=Montant", received ${JSON.stringify(pair)}`,
        `The columns: ${Object.keys(NAMES).join(', ')}.`,
      )
    }),
  )
}

/** @throws Problem that lists the header when a column is missing. */
export const findColumns = (
  header: readonly string[],
  mapping: Partial<Record<ColumnName, string>>,
): Columns => {
  const cells = header.map((cell) => plain(cell))
  const find = (name: ColumnName): number | null => {
    const wanted = mapping[name] === undefined ? NAMES[name] : [mapping[name]]
    for (const one of wanted) {
      const index = cells.indexOf(plain(one))
      if (index !== -1) return index
    }
    if (mapping[name] === undefined) return null
    throw missing(name, header, `--columns names ${JSON.stringify(mapping[name])}`)
  }
  const needed = (name: 'reference' | 'amount'): number => {
    const index = find(name)
    if (index === null) throw missing(name, header, 'none has a usual name')
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

const missing = (name: ColumnName, header: readonly string[], why: string) =>
  refused(
    `The book has no column for the ${name}: ${why}. Its first line: ${header.join(' | ').slice(0, 200)}`,
    `Name it: --columns ${name}=…   (or --delimiter, if the line is not split as it should be)`,
  )
