/** Makes databases the cells of one platform, at the start; done again, it changes nothing. */
import type pg from 'pg'
import { migrate } from '../base/database/migrate.ts'
import { openClient } from '../base/database/open-client.ts'
import type { Log } from '../base/database/log.ts'
import type { CellAddress } from '../base/config/cell-addresses.ts'
import { publishCopies, subscribeToCopies } from '../base/database/copies.ts'

/** The number of an advisory lock, which only programs that know it take: "cell" in ASCII. */
const LOCK_ID = 0x63656c6c

/**
 * Prepares the control cell: its schema, its publication, and a home in it for every partner that it
 * has, because a platform with one database has no homes.
 *
 * @throws Error with one sentence that names the variable.
 */
export const prepareControl = async (cells: CellAddress[], log: Log): Promise<void> => {
  const [{ name, url }] = cells as [CellAddress]
  await migrate(url, log)
  await within(url, async (control) => {
    await claim(control, name, true)
    await expectKnownCells(control, cells)
    await control.query(
      `insert into partner_homes (partner_id, cell) select partner_id, $1 from partners
      on conflict do nothing`,
      [name],
    )
    await publishCopies(control)
  })
}

/**
 * Joins another cell to the control cell. A newer release migrates it before the control cell, so
 * that it has every column that it is sent.
 */
export const joinCell = async (controlUrl: string, cell: CellAddress): Promise<void> =>
  within(cell.url, async (client) => {
    await claim(client, cell.name, false)
    await within(controlUrl, (control) =>
      subscribeToCopies({ control, controlUrl }, client, cell.name),
    )
  })

/** One process at a time does this in a database; the others wait. */
const within = async (url: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = await openClient(url, 'wasl cells')
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_ID])
    await work(client)
  } finally {
    await client.end()
  }
}

const readCell = async (
  client: Pick<pg.Pool, 'query'>,
): Promise<{ cell: string; is_control: boolean } | null> => {
  const { rows } = await client.query<{ cell: string; is_control: boolean }>(
    'select cell, is_control from this_cell',
  )
  return rows[0] ?? null
}

/** Writes into a database which cell it is, or checks that it is this one. */
const claim = async (client: pg.Client, name: string, isControl: boolean): Promise<void> => {
  const known = await readCell(client)
  const role = isControl ? 'the control cell' : 'not the control cell'
  if (known !== null) {
    if (known.cell === name && known.is_control === isControl) return
    throw new Error(
      `WASL_CELLS: ${name} is ${role} there, and its database says that it is the cell ` +
        `${known.cell} and ${known.is_control ? 'the control cell' : 'not the control cell'}: ` +
        'give each cell the name and the place that it had, the control cell first',
    )
  }
  if (!isControl) await expectEmpty(client, name)
  await client.query('insert into this_cell (cell, is_control) values ($1, $2)', [name, isControl])
}

const expectEmpty = async (client: pg.Client, name: string): Promise<void> => {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from partners) or exists (select from channels) as used',
  )
  if (rows[0]?.used !== true) return
  throw new Error(
    `WASL_CELLS: the database of the cell ${name} has partners or channels of its own: a new cell ` +
      'begins with an empty database',
  )
}

const expectKnownCells = async (control: pg.Client, cells: CellAddress[]): Promise<void> => {
  const { rows } = await control.query<{ cell: string; partners: string }>(
    `select cell, count(*) as partners from partner_homes where cell <> all($1::text[]) group by cell`,
    [cells.map(({ name }) => name)],
  )
  const [lost] = rows
  if (lost === undefined) return
  throw new Error(
    `WASL_CELLS: ${lost.partners} partners live in the cell ${lost.cell}, which it does not name: add ` +
      'the cell, or move its partners first',
  )
}

/**
 * Refuses to start with one database on one that is a cell of several.
 *
 * @throws Error with one sentence that names the variable.
 */
export const refuseLoneCell = async (db: Pick<pg.Pool, 'query'>): Promise<void> => {
  const known = await readCell(db)
  if (known === null) return
  throw new Error(
    `DATABASE_URL: this database is the cell ${known.cell} of several: start with WASL_CELLS, which ` +
      'names all of them',
  )
}
