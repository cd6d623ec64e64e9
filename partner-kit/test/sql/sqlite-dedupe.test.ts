import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, expectTypeOf, test } from 'vitest'
import type { Dedupe } from '../../src/dedupe.ts'
import { sqliteDedupe } from '../../src/sql/sqlite-dedupe.ts'
import { handledEventsTable } from '../../src/sql/statements.ts'
import { describeSqlDedupe } from './story.ts'
import type { TestDatabase } from './story.ts'

const openDatabase = async (): Promise<TestDatabase<DatabaseSync>> => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-kit-sqlite-'))
  const opened: DatabaseSync[] = []
  const openOwn = (): DatabaseSync => {
    const database = new DatabaseSync(join(folder, 'shop.db'))
    opened.push(database)
    return database
  }
  const own = openOwn()
  own.exec('pragma journal_mode = wal')
  own.exec(handledEventsTable('sqlite'))
  own.exec('create table parcels (reference text)')
  return {
    openStore: () => sqliteDedupe(openOwn()),
    sendParcel: async (transaction, reference) => {
      transaction.prepare('insert into parcels (reference) values (?)').run(reference)
      await sleep(2)
    },
    failUnseen: async (transaction) => {
      try {
        transaction.exec('rollback; select no_such_function()')
      } catch {
        // As a handler that thinks it knows better.
      }
    },
    commitEarly: async (transaction) => transaction.exec('commit'),
    count: async (table) => {
      const row = own.prepare(`select count(*) as count from ${table}`).get()
      return Number(row?.['count'])
    },
    clear: async () => {
      own.exec('delete from wasl_handled_events; delete from parcels')
    },
    close: async () => {
      for (const database of opened) database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describeSqlDedupe('SQLite, by node:sqlite', openDatabase)

test('different events take turns on one connection, which has one transaction at a time', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(handledEventsTable('sqlite'))
  const dedupe = sqliteDedupe(database)
  let handling = 0
  const handle = async (): Promise<void> => {
    handling += 1
    await sleep(1)
    expect(handling).toBe(1)
    handling -= 1
  }
  const ids = ['payment.success:1', 'payment.success:2', 'payment.fail:3']
  const outcomes = await Promise.all(ids.map((id) => dedupe.once(id, handle)))
  expect(outcomes).toEqual(['ran', 'ran', 'ran'])
})

test('handlers get the database with all its types', () => {
  const dedupe = sqliteDedupe(new DatabaseSync(':memory:'))
  expectTypeOf(dedupe).toEqualTypeOf<Dedupe<DatabaseSync>>()
})
