import type pg from 'pg'

/** Which cell a database is; empty when there is one. */
export const readCellName = async (db: Pick<pg.ClientBase, 'query'>): Promise<string> => {
  const { rows } = await db.query<{ cell: string }>('select cell from this_cell')
  return rows[0]?.cell ?? ''
}
