import type { Dedupe } from '../dedupe.ts'
import { sqlDedupe } from './sql-dedupe.ts'

/** What is used of a connection of mysql2/promise. */
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
 * Remembers handled events in MySQL or MariaDB, by mysql2/promise. Handlers get the connection,
 * within its transaction. The table: `handledEventsTable('mysql')`.
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
    // Closing a connection rolls back, whatever state it is in.
    if (isUsable) connection.release()
    else connection.destroy()
  }
}
