import { databaseUrlExpected, databaseUrlOf } from './values.ts'

/** The names of cells: they are part of names of publications and slots. */
const CELL_NAME = /^[a-z][a-z0-9_]{0,30}$/

/** A cell as `WASL_CELLS` names it. */
export type CellAddress = { name: string; url: string }

/** More cells than this would use up a process's connections; nobody has tried them. */
const CELLS_MAX = 16

const SEPARATOR = /,\s*(?=[^,=:/@]+=postgres(?:ql)?:)/

/**
 * The cells in a text such as `north=postgres://…,south=postgres://…`; undefined when it is wrong. A
 * comma separates two cells only before a name with its address, because a password may have commas.
 */
export const cellsOf = (text: string): CellAddress[] | undefined => {
  const parts = text.trim().split(SEPARATOR).map(cellOf)
  const cells = parts.filter((cell) => cell !== undefined)
  const isWhole = cells.length === parts.length && cells.length <= CELLS_MAX
  return isWhole && areDistinct(cells) ? cells : undefined
}

const cellOf = (part: string): CellAddress | undefined => {
  const [name = '', ...rest] = part.split('=')
  const url = databaseUrlOf(rest.join('='))
  return CELL_NAME.test(name) && url !== undefined ? { name, url } : undefined
}

/** Two names for one database would place its partners twice. */
const areDistinct = (cells: CellAddress[]): boolean =>
  new Set(cells.map(({ name }) => name)).size === cells.length &&
  new Set(cells.map(({ url }) => placeOf(url))).size === cells.length

const placeOf = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** What was expected, said of the first part that is wrong. */
export const cellsExpected = (text: string): string => {
  const parts = text.trim().split(SEPARATOR)
  const wrong = parts.find((part) => cellOf(part) === undefined)
  const form =
    `at most ${CELLS_MAX} cells such as north=postgres://…,south=postgres://…, the control cell ` +
    'first, each name in lower-case letters, digits and underscores'
  if (wrong === undefined) return `${form}, and no name and no database twice`
  const [name = '', ...rest] = wrong.split('=')
  if (!CELL_NAME.test(name)) return form
  return `${form}; for the cell ${name} ${databaseUrlExpected(rest.join('='))}`
}
