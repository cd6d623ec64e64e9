import type pg from 'pg'
import type { Home } from './cell.ts'

/** The channel on which the control cell tells every change: `partner cell epoch`. */
export const HOMES_CHANNEL = 'wasl_homes'

type Row = { partner_id: number; cell: string; epoch: string | number }

const homeOf = (row: Row): Home => ({
  partnerId: row.partner_id,
  cell: row.cell,
  epoch: Number(row.epoch),
})

/** The home in the control cell's table, or null when the partner has none. */
export const findHome = async (
  control: Pick<pg.Pool, 'query'>,
  partnerId: number,
): Promise<Home | null> => {
  const { rows } = await control.query<Row>(
    'select partner_id, cell, epoch from partner_homes where partner_id = $1',
    [partnerId],
  )
  return rows[0] === undefined ? null : homeOf(rows[0])
}

export const listHomes = async (control: Pick<pg.Pool, 'query'>): Promise<Home[]> => {
  const { rows } = await control.query<Row>('select partner_id, cell, epoch from partner_homes')
  return rows.map(homeOf)
}

/** Where a new partner goes: to the first of the cells that have the fewest. */
export const emptiestCell = async (
  control: Pick<pg.Pool, 'query'>,
  cells: string[],
): Promise<string> => {
  const { rows } = await control.query<{ cell: string }>(
    `select cell
    from unnest($1::text[]) with ordinality as cells (cell, place)
    left join partner_homes using (cell)
    group by cell, place
    order by count(partner_id), place
    limit 1`,
    [cells],
  )
  if (rows[0] === undefined) throw new Error('there is no cell for a new partner')
  return rows[0].cell
}

/** Gives a new partner its number and its home, before any of its rows is written. */
export const addHome = async (control: Pick<pg.Pool, 'query'>, cell: string): Promise<Home> => {
  const { rows } = await control.query<Row>(
    `insert into partner_homes (partner_id, cell) values (nextval('partner_ids'), $1)
    returning partner_id, cell, epoch`,
    [cell],
  )
  return homeOf(rows[0] as Row)
}

/**
 * Moves a home to another cell, if it still has the epoch that the caller saw.
 *
 * @returns the new home, or null when another change came first.
 */
export const switchHome = async (
  control: Pick<pg.Pool, 'query'>,
  seen: Home,
  cell: string,
): Promise<Home | null> => {
  const { rows } = await control.query<Row>(
    `update partner_homes set cell = $3, epoch = epoch + 1
    where partner_id = $1 and epoch = $2
    returning partner_id, cell, epoch`,
    [seen.partnerId, seen.epoch, cell],
  )
  return rows[0] === undefined ? null : homeOf(rows[0])
}

/** Reads what the control cell told of a home; null for a text of another kind. */
export const readToldHome = (text: string): Home | null => {
  const [partnerId, cell, epoch, ...more] = text.split(' ')
  const home = { partnerId: Number(partnerId), cell: cell ?? '', epoch: Number(epoch) }
  const isHome = Number.isSafeInteger(home.partnerId) && Number.isSafeInteger(home.epoch)
  return isHome && home.cell !== '' && more.length === 0 ? home : null
}
