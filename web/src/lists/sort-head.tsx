import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './column.ts'

export type Sorting = { by: string; isDescending: boolean }

/** The rows in the wanted order; in that of the platform without one. */
export const sorted = <Row,>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] => {
  const by = columns.find(({ id }) => id === sorting?.by)?.sortBy
  if (by === undefined || sorting === null) return rows
  const sign = sorting.isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, two] = [by(a), by(b)]
    if (typeof one === 'string' && typeof two === 'string') return sign * one.localeCompare(two)
    return one < two ? -sign : one > two ? sign : 0
  })
}

const ORDERS = { true: 'descending', false: 'ascending' } as const

type SortHeadProps<Row> = {
  column: Column<Row>
  sorting: Sorting | null
  onSort: (sorting: Sorting | null) => void
}

/** The head of a column; a button where its rows can be sorted: up, down, as they came. */
export const SortHead = <Row,>({ column, sorting, onSort }: SortHeadProps<Row>) => {
  const { id, head, headCell, isNum, sortBy } = column
  const look = isNum === true ? 'num' : undefined
  if (sortBy === undefined) {
    return (
      <th scope="col" className={look}>
        {headCell ?? head}
      </th>
    )
  }
  const own = sorting?.by === id ? sorting : null
  const next =
    own === null
      ? { by: id, isDescending: false }
      : own.isDescending
        ? null
        : { by: id, isDescending: true }
  const Arrow = own?.isDescending === true ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={look}
      aria-sort={own === null ? 'none' : ORDERS[`${own.isDescending}`]}
    >
      <button type="button" className="sort" onClick={() => onSort(next)}>
        {head}
        <Arrow aria-hidden className={own === null ? 'sort-off' : undefined} />
      </button>
    </th>
  )
}
