import type { ReportColumn } from '@wasl/protocol'
import type { Report, Value } from './reports.ts'

type Row = Record<string, Value>

/** The rows of all cells as one table; those of one cell as they are. */
export const mergeRows = (
  columns: readonly ReportColumn[],
  { key, order, withoutZero }: Report,
  answers: Row[][],
): Row[] => {
  const [first] = answers
  if (first !== undefined && answers.length === 1) return first
  const merged = new Map<string, Row>()
  for (const row of answers.flat()) {
    const id = JSON.stringify(key.map((name) => row[name]))
    const known = merged.get(id)
    merged.set(id, known === undefined ? row : added(columns, known, row))
  }
  const isLeft = (row: Row): boolean => withoutZero === undefined || Number(row[withoutZero]) !== 0
  return [...merged.values()].filter(isLeft).toSorted(inOrder(order))
}

const added = (columns: readonly ReportColumn[], one: Row, other: Row): Row =>
  Object.fromEntries(
    columns.map(([name, type]) => {
      const [a, b] = [one[name] ?? null, other[name] ?? null]
      if (type === 'text') return [name, a ?? b]
      return [name, type === 'age' ? Math.max(Number(a), Number(b)) : Number(a) + Number(b)]
    }),
  )

/** By these columns, those with a minus downwards. */
export const inOrder =
  (names: readonly string[]) =>
  (one: Row, other: Row): number => {
    for (const name of names) {
      const isDown = name.startsWith('-')
      const column = isDown ? name.slice(1) : name
      const [a, b] = [one[column] ?? '', other[column] ?? '']
      if (a !== b) return a < b === isDown ? 1 : -1
    }
    return 0
  }
