/**
 * Two books side by side (W127): a partner's own and the platform's. The partner kit, the command line
 * and the portal use the same rules. An entry of its own, without a schema, because zod tries `eval`, which
 * the policy of the screens forbids.
 */
export { BOOK_ADVICE } from './books/advice.ts'
export type { DecimalMark } from './books/amounts.ts'
export type { BookEntry, BookLine, BookState } from './books/book.ts'
export { COLUMN_NAMES, type ColumnName } from './books/columns.ts'
export {
  BOOK_DIFFERENCES,
  compareBooks,
  type BookComparison,
  type BookDifference,
  type BookDifferenceName,
  type BookLines,
} from './books/compare.ts'
export { CELL_LENGTH_MAX, CELLS_MAX, csvRows, type BookRow, type Delimiter } from './books/csv.ts'
export { readBook, USUAL_FORMAT, type BookFormat } from './books/read-book.ts'
export { UnreadableBook, type BookProblem } from './books/unreadable.ts'
