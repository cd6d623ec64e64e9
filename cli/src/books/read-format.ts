import {
  COLUMN_NAMES,
  type BookFormat,
  type ColumnName,
  type Delimiter,
} from '@wasl/protocol/books'
import { usage } from '../problem.ts'

export type FormatOptions = {
  columns?: string
  delimiter?: string
  decimal?: string
  paid?: string
  refunded?: string
  open?: string
}

const DELIMITER_NAMES: Readonly<Record<string, Delimiter>> = {
  ',': ',',
  ';': ';',
  '|': '|',
  tab: '\t',
  '\t': '\t',
}

/** @throws Problem when an option is wrong. */
export const readFormat = (options: FormatOptions): BookFormat => {
  const { delimiter, decimal } = options
  if (delimiter !== undefined && DELIMITER_NAMES[delimiter] === undefined) {
    throw usage(`--delimiter: expected , ; | or tab, received ${JSON.stringify(delimiter)}`)
  }
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    throw usage(`--decimal: expected . or , received ${JSON.stringify(decimal)}`)
  }
  const words = (text: string | undefined) =>
    text?.split(',').map((word) => word.trim().toLowerCase()) ?? []
  return {
    mapping: readMapping(options.columns),
    delimiter: DELIMITER_NAMES[delimiter ?? ''] ?? null,
    decimal: decimal ?? null,
    words: {
      paid: words(options.paid),
      refunded: words(options.refunded),
      open: words(options.open),
    },
  }
}

/**
 * A mapping such as `reference=N° facture,amount=Montant TTC`.
 *
 * @throws Problem when it cannot be read.
 */
const readMapping = (text: string | undefined): Partial<Record<ColumnName, string>> => {
  if (text === undefined) return {}
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      if (Object.hasOwn(COLUMN_NAMES, name.trim()) && rest.length > 0) {
        return [name.trim(), rest.join('=').trim()]
      }
      throw usage(
        `--columns: expected pairs such as "reference=Facture,amount=Montant", received ${JSON.stringify(pair)}`,
        `The columns: ${Object.keys(COLUMN_NAMES).join(', ')}.`,
      )
    }),
  )
}
