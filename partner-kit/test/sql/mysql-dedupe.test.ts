import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { mysqlDedupe } from '../../src/sql/mysql-dedupe.ts'
import type { MysqlConnection } from '../../src/sql/mysql-dedupe.ts'
import { handledEventsTable } from '../../src/sql/statements.ts'
import { hasMariadb, startMariadb } from './mariadb.ts'
import type { TestConnection } from './mariadb.ts'
import { describeSqlDedupe } from './story.ts'
import type { TestDatabase } from './story.ts'

/** Of at most three connections, as a pool of mysql2 would hand them out. */
const poolOf = (connect: () => TestConnection) => {
  const idle = [connect(), connect(), connect()]
  const waiting: ((connection: TestConnection) => void)[] = []
  const giveBack = (connection: TestConnection): void => {
    const next = waiting.shift()
    if (next === undefined) idle.push(connection)
    else next(connection)
  }
  return {
    getConnection: async (): Promise<TestConnection> => {
      const found = idle.pop()
      const connection =
        found ??
        (await new Promise<TestConnection>((resolve) => {
          waiting.push(resolve)
        }))
      return { ...connection, release: () => giveBack(connection) }
    },
  }
}

const openDatabase = async (): Promise<TestDatabase<TestConnection>> => {
  const server = await startMariadb()
  const opened: TestConnection[] = []
  const connect = (): TestConnection => {
    const connection = server.connect()
    opened.push(connection)
    return connection
  }
  const own = connect()
  await own.execute(handledEventsTable('mysql'), [])
  await own.execute('create table parcels (reference text) engine = innodb', [])
  return {
    openStore: () => mysqlDedupe(poolOf(connect)),
    sendParcel: async (transaction, reference) => {
      await transaction.execute('insert into parcels values (?)', [reference])
      await sleep(5)
    },
    failUnseen: async (transaction) => {
      await transaction.execute('insert into no_such_table values (1)', []).catch(() => {})
    },
    commitEarly: (transaction) => transaction.commit(),
    count: async (table) => {
      const [result] = await own.execute(
        `create or replace table counted as select * from ${table}`,
        [],
      )
      return (result as { affectedRows: number }).affectedRows
    },
    clear: async () => {
      await own.execute('delete from wasl_handled_events', [])
      await own.execute('delete from parcels', [])
    },
    close: async () => {
      for (const connection of opened) connection.end()
      await server.close()
    },
  }
}

describe.skipIf(!hasMariadb)('where mariadbd and mariadb are installed', () => {
  describeSqlDedupe('MariaDB', openDatabase)
})

describe('a connection of MySQL', () => {
  const connectionThat = (failsAt?: keyof MysqlConnection) => {
    const connection = {
      beginTransaction: vi.fn(async () => {}),
      execute: vi.fn(async (): Promise<[unknown]> => [{ affectedRows: 1 }]),
      commit: vi.fn(async () => {}),
      rollback: vi.fn(async () => {}),
      release: vi.fn(),
      destroy: vi.fn(),
    }
    if (failsAt !== undefined) {
      connection[failsAt].mockImplementation(() => Promise.reject(new Error('gone away')))
    }
    return connection
  }

  const once = (connection: MysqlConnection, run = async (): Promise<void> => {}) =>
    mysqlDedupe({ getConnection: async () => connection }).once('key', run)

  test('goes back into the pool when its transaction has ended', async () => {
    const connection = connectionThat()
    expect(await once(connection)).toBe('ran')
    await expect(once(connection, () => Promise.reject(new Error('paper')))).rejects.toThrow(
      'paper',
    )
    expect(connection.release).toHaveBeenCalledTimes(2)
    expect(connection.rollback).toHaveBeenCalledOnce()
    expect(connection.destroy).not.toHaveBeenCalled()
  })

  test.each(['beginTransaction', 'rollback'] as const)(
    'is closed when its %s fails, and nobody gets it again',
    async (failsAt) => {
      const connection = connectionThat(failsAt)
      await expect(once(connection, () => Promise.reject(new Error('paper')))).rejects.toThrow()
      expect(connection.destroy).toHaveBeenCalledOnce()
      expect(connection.release).not.toHaveBeenCalled()
    },
  )

  test('whose commit fails has handled nothing', async () => {
    await expect(once(connectionThat('commit'))).rejects.toThrow('gone away')
  })
})
