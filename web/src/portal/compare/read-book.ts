/** Reads a partner's own list from CSV, as `wasl statement compare` does. It never guesses. */
import { typedDinars } from '../../shared/api-form.tsx'

export type BookLine = {
  reference: string
  amount: number
  state: 'open' | 'paid' | 'refunded'
}

/** What cannot be read, with the line that it stands in. */
export class Unreadable extends Error {
  readonly why: 'noColumn' | 'badAmount' | 'badState' | 'empty'
  readonly values: Readonly<Record<string, string>>

  constructor(why: Unreadable['why'], values: Readonly<Record<string, string>> = {}) {
    super(why)
    this.why = why
    this.values = values
  }
}

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
} as const

const STATES = {
  paid: ['paid', 'payé', 'payée', 'paye', 'payee', 'réglée', 'مدفوع', 'مدفوعة'],
  refunded: ['refunded', 'remboursé', 'remboursée', 'مسترد', 'مستردة', 'مُسترَد'],
  open: ['open', 'locked', 'released', 'impayé', 'impayée', 'غير مدفوع', 'غير مدفوعة'],
} as const

const DELIMITERS = [',', ';', '\t', '|']

const plain = (cell: string): string => cell.replace('\ufeff', '').trim().toLowerCase()

export const readBook = (text: string): BookLine[] => {
  const rows = rowsOf(text)
  const [header] = rows
  if (header === undefined || rows.length < 2) throw new Unreadable('empty')
  const column = (name: keyof typeof NAMES): number => {
    const names: readonly string[] = NAMES[name]
    return header.findIndex((cell) => names.includes(plain(cell)))
  }
  const [reference, amount, state] = [column('reference'), column('amount'), column('state')]
  for (const [name, place] of Object.entries({ reference, amount })) {
    if (place === -1) throw new Unreadable('noColumn', { name, header: header.join(' | ') })
  }
  return rows.slice(1).map((cells, index) => {
    const line = String(index + 2)
    const typed = (cells[amount] ?? '').replace(/(?:DZD|DA|د\.ج)\.?\s*$/i, '').trim()
    const dinars = typedDinars(typed.replace(/^[-−]/, ''))
    if (dinars === null) throw new Unreadable('badAmount', { line, text: cells[amount] ?? '' })
    return {
      reference: (cells[reference] ?? '').trim(),
      amount: /^[-−]/.test(typed) ? -dinars : dinars,
      state: state === -1 ? 'paid' : stateOf(cells[state] ?? '', line),
    }
  })
}

const stateOf = (cell: string, line: string): BookLine['state'] => {
  for (const [state, names] of Object.entries(STATES)) {
    if ((names as readonly string[]).includes(plain(cell))) return state as BookLine['state']
  }
  throw new Unreadable('badState', { line, text: cell })
}

/** RFC 4180, with the delimiter that makes the most cells of the first line. */
const rowsOf = (text: string): string[][] => {
  const first = text.slice(0, text.indexOf('\n')).replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((one) => first.split(one).length)
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] as string
  const rows: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    cells.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (cells.some((one) => one.trim() !== '')) rows.push(cells)
    cells = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += letter
    else if (letter === delimiter) endCell()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
  }
  endRow()
  return rows
}
