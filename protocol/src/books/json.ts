/** A book as JSON becomes rows as of CSV: the first has the names of all fields. */
import type { BookRow } from './csv.ts'
import { UnreadableBook } from './unreadable.ts'

/** As much as a million payments have; more is given as CSV, which is read in a stream. */
const LENGTH_MAX = 256 * 1024 * 1024

/** The line of a row is its place in the list, from 1. @throws UnreadableBook */
export const jsonRows = async function* (pieces: AsyncIterable<string>): AsyncGenerator<BookRow> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length > LENGTH_MAX) throw new UnreadableBook({ why: 'too_large', line: 1 })
  }
  const list = listOf(parsed(text))
  const names = [...new Set(list.flatMap((one) => Object.keys(one)))]
  if (names.length === 0) return
  yield { cells: names, line: 0 }
  for (const [index, one] of list.entries()) {
    const numbers = names.flatMap((name, place) => (typeof one[name] === 'number' ? [place] : []))
    yield { cells: names.map((name) => cellOf(one[name])), line: index + 1, numbers }
  }
}

type Fields = Readonly<Record<string, unknown>>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableBook({ why: 'bad_json', text: (error as Error).message })
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list itself, or the only one that an object has. */
const listOf = (value: unknown): readonly Fields[] => {
  const lists = Array.isArray(value)
    ? [value]
    : Object.values(value as Fields).filter((one) => Array.isArray(one))
  const [list] = lists
  if (lists.length === 1 && list?.every(isFields)) return list
  throw new UnreadableBook({ why: 'no_list' })
}

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
