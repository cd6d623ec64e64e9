import type { ReactNode } from 'react'

/** A column of a table. */
export type Column<Row> = {
  id: string
  head: string
  /** What stands in the place of the head, when it is more than text. */
  headCell?: ReactNode
  cell: (row: Row) => ReactNode
  /** A column of figures: it ends on the right in every language. */
  isNum?: boolean
  /** What rows are sorted by. Only for lists that are loaded whole. */
  sortBy?: (row: Row) => string | number
  /** A width in CSS; columns without one share what is left. */
  width?: string
  /**
   * Its place on a phone, where a row is two lines, and three at most: what and how much; who and when.
   * Without one it is left out there.
   */
  phone?: 'what' | 'much' | 'who' | 'when' | 'state' | 'more'
}
