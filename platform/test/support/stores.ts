/** The databases of a test's platform. */
import type pg from 'pg'
import { removeCopies } from '../../src/base/database/copies.ts'
import { addHome } from '../../src/cells/homes.ts'
import { connectTo, createTestDatabase, openPool } from './database.ts'
import { until } from './wait.ts'

export type TestStore = { name: string; url: string; pool: pg.Pool }

export type OwnedStore = TestStore & { drop(): Promise<void> }

const CELLS = ['north', 'south', 'east', 'west']

export const createStores = (count: number): Promise<OwnedStore[]> =>
  Promise.all(
    CELLS.slice(0, count).map(async (name) => {
      const { url, drop } = await createTestDatabase()
      const pool = openPool(url, 4)
      return { name, url, pool, drop }
    }),
  )

/** The first partner of a test goes to a cell that is not the control cell, the second one there. */
export const leaveControl = async ({ name, pool }: OwnedStore): Promise<void> => {
  await addHome(pool, name)
}

/** A database with a subscription, or with a slot, cannot be dropped. */
export const dropStores = async (stores: OwnedStore[]): Promise<void> => {
  const [control, ...others] = stores as [OwnedStore, ...OwnedStore[]]
  await withClient(control.url, async (client) => {
    for (const { name, url } of others) {
      await withClient(url, (cell) => removeCopies(client, cell, name))
    }
  })
  for (const { pool, drop } of [...others, control]) {
    await pool.end()
    await drop()
  }
}

const withClient = async (url: string, work: (client: pg.Client) => Promise<void>) => {
  const client = await connectTo(url)
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Waits until nothing is due and no attempt is under way. */
export const settledIn = async (pool: pg.Pool): Promise<void> => {
  await until('the deliveries to end', async () => {
    const { rows } = await pool.query<{ busy: boolean }>(
      `select exists (
        select from webhook_deliveries where leased_until is not null or due_at <= wasl_now()
      ) as busy`,
    )
    return rows[0]?.busy === false
  })
}
