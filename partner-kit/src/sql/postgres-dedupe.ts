import type { Dedupe } from '../dedupe.ts'
import { sqlDedupe } from './sql-dedupe.ts'

/** The parts of a node-postgres connection that are used. */
export type PostgresClient = {
  query: (text: string, values?: string[]) => Promise<{ rowCount: number | null }>
  on: (event: 'error', listener: () => void) => unknown
  off: (event: 'error', listener: () => void) => unknown
  release: (destroy?: boolean) => void
}

export type PostgresPool = { connect: () => Promise<PostgresClient> }

/** The connection type of a pool, with all its own methods. */
export type ClientOf<Pool> = Pool extends {
  connect: { (): Promise<infer Client>; (callback: never): void }
}
  ? Client
  : Pool extends { connect: () => Promise<infer Client> }
    ? Client
    : never

/**
 * Records handled events in PostgreSQL, with node-postgres. Handlers receive the connection in its
 * transaction. `handledEventsTable('postgresql')` creates the table.
 *
 * @example
 * createPartner({
 *   dedupe: postgresDedupe(new pg.Pool()),
 *   on: {
 *     'payment.success': async (data, { transaction }) => {
 *       await transaction.query('update invoices set …')
 *     },
 *   },
 * })
 */
export const postgresDedupe = <Pool extends PostgresPool>(
  pool: Pool,
  { table }: { table?: string } = {},
): Dedupe<ClientOf<Pool>> =>
  sqlDedupe<ClientOf<Pool>>({
    dialect: 'postgresql',
    table,
    transaction: (work) => inTransaction(pool, work as (client: PostgresClient) => Promise<void>),
    execute: async (client, statement, values) => {
      const { rowCount } = await (client as PostgresClient).query(statement, values)
      return rowCount ?? 0
    },
  })

const inTransaction = async (
  pool: PostgresPool,
  work: (client: PostgresClient) => Promise<void>,
): Promise<void> => {
  const client = await pool.connect()
  // The pool does not listen while the connection is checked out, and an error without a listener ends
  // the process. The running statement fails anyway.
  client.on('error', ignore)
  let isUsable = false
  try {
    await client.query('begin')
    try {
      await work(client)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      isUsable = true
      throw error
    }
    isUsable = true
  } finally {
    client.off('error', ignore)
    client.release(!isUsable)
  }
}

const ignore = (): void => {}
