import type pg from 'pg'
import { readCellName } from './cell-name.ts'

export type ListedSeal = {
  cell: string
  number: number
  kind: 'audit-log' | 'ledger-day'
  sealedAt: Date
  entries: number
  seal: string
}

/** What the list is ordered by, over all cells. */
export const placeOfSeal = (number: number, cell: string): string =>
  `${String(number).padStart(12, '0')} ${cell}`

/** The number and the cell in a place of the list; null for any other text. */
export const readPlaceOfSeal = (text: string): { number: number; cell: string } | null => {
  const [, number, cell] = /^([0-9]{12}) ([a-z0-9_]{0,31})$/.exec(text) ?? []
  return number === undefined || cell === undefined ? null : { number: Number(number), cell }
}

/** The seals before a place, the newest first. */
export const listSeals = async (
  pool: pg.Pool,
  before: { number: number; cell: string } | null,
  limit: number,
): Promise<ListedSeal[]> => {
  const cell = await readCellName(pool)
  const { rows } = await pool.query<Omit<ListedSeal, 'cell'>>(
    `select number::float8 as number, kind, sealed_at as "sealedAt", through::float8 as entries, seal
    from audit_seals
    where $1::bigint is null or number < $1 or (number = $1 and $2)
    order by number desc
    limit $3`,
    [before?.number ?? null, before !== null && cell < before.cell, limit],
  )
  return rows.map((row) => Object.assign(row, { cell }))
}
