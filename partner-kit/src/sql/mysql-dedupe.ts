import type { Dedupe } from '../dedupe.ts'
import { sqlDedupe } from './sql-dedupe.ts'

/** The parts of a mysql2/promise connection that are used. */
export type MysqlConnection = {
  beginTransaction: () => Promise<unknown>
  execute: (statement: string, values: string[]) => Promise<[unknown, ...unknown[]]>
  commit: () => Promise<unknown>
  rollback: () => Promise<unknown>
  release: () => void
  destroy: () => void
}

export type MysqlPool<Connection extends MysqlConnection = MysqlConnection> = {
  getConnection: () => Promise<Connection>
}

/**
 * Records handled events in MySQL or MariaDB, with mysql2/promise. Handlers receive the connection in
 * its transaction. `handledEventsTable('mysql')` creates the table.
 *
 * @example
 * createPartner({
 *   dedupe: mysqlDedupe(mysql.createPool(url)),
 *   on: {
 *     'payment.success': async (data, { transaction }) => {
 *       await transaction.execute('update invoices set …')
 *     },
 *   },
 * })
 */
export const mysqlDedupe = <Connection extends MysqlConnection>(
  pool: MysqlPool<Connection>,
  { table }: { table?: string } = {},
): Dedupe<Connection> =>
  sqlDedupe<Connection>({
    dialect: 'mysql',
    table,
    transaction: (work) => inTransaction(pool, work),
    execute: async (connection, statement, values) => {
      const [result] = await connection.execute(statement, values)
      return (result as { affectedRows: number }).affectedRows
    },
  })

const inTransaction = async <Connection extends MysqlConnection>(
  pool: MysqlPool<Connection>,
  work: (connection: Connection) => Promise<void>,
): Promise<void> => {
  const connection = await pool.getConnection()
  let isUsable = false
  try {
    await connection.beginTransaction()
    try {
      await work(connection)
      await connection.commit()
    } catch (error) {
      await connection.rollback()
      isUsable = true
      throw error
    }
    isUsable = true
  } finally {
    // Closing a connection always rolls back.
    if (isUsable) connection.release()
    else connection.destroy()
  }
}
