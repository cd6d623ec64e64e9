import type { Centimes } from '../centimes.ts'
import { UnreadableBook } from './unreadable.ts'

export type DecimalMark = '.' | ','

/** What spreadsheets put between thousands: spaces of several kinds, or the mark that is not decimal. */
const SPACES = /[\s\u00a0\u202f\u2009']/g

const CURRENCY = /(?:DZD|DA|د\.ج)\.?$/i

/**
 * Reads the amounts of one book as exact centimes. Without a decimal mark, the first amount that can be
 * read in one way only decides it for the whole book: `599,80` is a comma, `1.250` a thousand.
 */
export const createAmountReader = (given: DecimalMark | null) => {
  let mark = given
  /** @throws UnreadableBook that names the line. */
  return (text: string, line: number): Centimes => {
    const plain = text.trim().replace(CURRENCY, '').replaceAll(SPACES, '')
    const readings = (mark === null ? (['.', ','] as const) : [mark]).map(
      (one) => [one, centimesOf(plain, one)] as const,
    )
    const possible = readings.filter(([, centimes]) => centimes !== null)
    const [first] = possible
    if (first === undefined) throw new UnreadableBook({ why: 'bad_amount', line, text, mark })
    if (possible.length === 1) mark = first[0]
    return first[1] as number
  }
}

/** Null when the text is not an amount with this decimal mark. */
const centimesOf = (text: string, mark: DecimalMark): number | null => {
  const group = mark === '.' ? ',' : '.'
  const [, minus = '', whole = '', decimals = ''] =
    new RegExp(`^([-−]?)([0-9${escaped(group)}]+)(?:${escaped(mark)}([0-9]{1,2}))?$`).exec(text) ??
    []
  const groups = whole.split(group)
  const isGrouped = groups.slice(1).every((digits) => digits.length === 3) && groups[0] !== ''
  if (whole === '' || !isGrouped || (groups.length > 1 && (groups[0]?.length ?? 0) > 3)) return null
  const centimes = Number(groups.join('') + decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(centimes)) return null
  return minus === '' ? centimes : -centimes
}

const escaped = (mark: string): string => (mark === '.' ? '\\.' : mark)
