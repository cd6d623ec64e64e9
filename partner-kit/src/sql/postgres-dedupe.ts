import type { Dedupe } from '../dedupe.ts'
import { sqlDedupe } from './sql-dedupe.ts'

/** What is used of a connection of node-postgres. */
export type PostgresClient = {
  query: (text: string, values?: string[]) => Promise<{ rowCount: number | null }>
  on: (event: 'error', listener: () => void) => unknown
  off: (event: 'error', listener: () => void) => unknown
  release: (destroy?: boolean) => void
}

export type PostgresPool = { connect: () => Promise<PostgresClient> }

/** The connections that a pool gives, with all that its own types say of them. */
export type ClientOf<Pool> = Pool extends {
  connect: { (): Promise<infer Client>; (callback: never): void }
}
  ? Client
  : Pool extends { connect: () => Promise<infer Client> }
    ? Client
    : never

/**
 * Remembers handled events in PostgreSQL, by node-postgres. Handlers get the connection, within its
 * transaction. The table: `handledEventsTable('postgresql')`.
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
  // Nobody else listens while it is ours, and an error without a listener ends the process. The
  // statement under way fails by itself.
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

function ignore(): void {}
