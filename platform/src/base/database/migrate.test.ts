import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { inDatabase } from '../../../test/support/database.ts'
import { until } from '../../../test/support/wait.ts'
import { migrate } from './migrate.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('migrating', () => {
  let server: pg.Client
  let database: string
  let url: string
  let folder: string

  const addFile = (name: string, sql: string): void => writeFileSync(join(folder, name), sql)

  const query = async (sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    server = new pg.Client({ connectionString: inject('databaseServerUrl') })
    await server.connect()
  })

  beforeEach(async () => {
    database = `empty_${randomBytes(6).toString('hex')}`
    await server.query(`create database ${database}`)
    url = inDatabase(inject('databaseServerUrl'), database)
    folder = mkdtempSync(join(tmpdir(), `wasl-test-${process.pid}-migrations-`))
    addFile('0001-shops.sql', 'create table shops (name text);')
    addFile('0002-a-shop.sql', `insert into shops values ('first');`)
  })

  afterEach(async () => {
    await server.query(`drop database ${database} with (force)`)
    rmSync(folder, { recursive: true })
  })

  afterAll(() => server.end())

  test('names a migration whose statements changed after it was applied, and no other', async () => {
    addFile('0001-first.sql', '-- Payments.\ncreate table payments (id int);')
    await migrate(url, log, folder)
    addFile('0001-first.sql', '-- All payments.\n\ncreate table payments\n  (id int);\n')
    expect(await migrate(url, log, folder)).toEqual([])
    addFile('0001-first.sql', 'create table payments (id bigint);')
    const migrating = migrate(url, log, folder)
    await expect(migrating).rejects.toThrow(
      /0001-first was changed after @wasl\/platform \d+\.\d+\.\d+ applied it/,
    )
  })

  test('gives a table of an earlier release its checksums with the next migration', async () => {
    addFile('0001-first.sql', 'create table payments (id int);')
    await migrate(url, log, folder)
    await query('alter table migrations drop column checksum, drop column release')
    expect(await migrate(url, log, folder)).toEqual([])
    addFile('0002-second.sql', 'create table refunds (id int);')
    expect(await migrate(url, log, folder)).toEqual(['0002-second'])
    addFile('0002-second.sql', 'create table refunds (id text);')
    await expect(migrate(url, log, folder)).rejects.toThrow(/0002-second was changed/)
  })

  test('tells a newer release of its own line from another line of releases', async () => {
    await migrate(url, log, folder)
    await query(
      `insert into migrations (name, release) values ('0009-later', '@wasl/platform 9.1.0')`,
    )
    await expect(migrate(url, log, folder)).rejects.toThrow(
      /newer than this code: it has the migration 0009-later of @wasl\/platform 9\.1\.0/,
    )
    await query(`update migrations set release = 'acme-pay 3.1.0' where name = '0009-later'`)
    await expect(migrate(url, log, folder)).rejects.toThrow(
      /another line of releases: acme-pay 3\.1\.0 applied the migration 0009-later/,
    )
  })

  describe('a process of an older release', () => {
    /** What it makes of a database to which a newer release has applied these. */
    const startsAfter = async (...newer: [name: string, head: string][]): Promise<unknown> => {
      await migrate(url, log, folder)
      for (const [name, head] of newer) addFile(`${name}.sql`, `${head}\nselect 1;`)
      await migrate(url, log, folder)
      for (const [name] of newer) rmSync(join(folder, `${name}.sql`))
      return migrate(url, log, folder).catch((error: Error) => error.message)
    }

    test('starts on the schema of the next one, which was made to be run on (W281)', async () => {
      const next = ['0003-sizes', '-- Sizes.\n-- expands: runs beside 0002\n'] as const
      expect(await startsAfter([...next], ['0004-gone', '-- contracts: runs beside 0001'])).toEqual(
        [],
      )
    })

    test('refuses a schema that asks for a later release than it is, and says for which', async () => {
      const refusal = await startsAfter(
        ['0003-sizes', '-- expands: runs beside 0002'],
        ['0004-no-names', '-- contracts: runs beside 0003'],
      )
      expect(refusal).toMatch(
        /newer than this code: it has the migration 0003-sizes, 0004-no-names of .* ends with 0002-a-shop\. Only code that ends with 0003 or later runs on it\. Start the newer release/,
      )
    })

    test('refuses one that does not say that it is to be run on', async () => {
      expect(await startsAfter(['0003-sizes', '-- Sizes.'])).toMatch(
        /Only code that ends with 0003 or later runs on it/,
      )
    })

    test('refuses one of another line of releases, whatever that says', async () => {
      await startsAfter(['0003-sizes', '-- expands: runs beside 0002'])
      await query(`update migrations set release = 'acme-pay 3.1.0' where name = '0003-sizes'`)
      await expect(migrate(url, log, folder)).rejects.toThrow('another line of releases')
    })

    test('refuses one that lacks a migration of its own', async () => {
      await startsAfter(['0003-sizes', '-- expands: runs beside 0002'])
      await query(`delete from migrations where name = '0002-a-shop'`)
      await expect(migrate(url, log, folder)).rejects.toThrow(
        'The migration 0002-a-shop comes before 0003-sizes',
      )
    })
  })

  test('applies what is missing, in the order of the numbers, once', async () => {
    addFile('README.md', 'Not a migration.')
    expect(await migrate(url, log, folder)).toEqual(['0001-shops', '0002-a-shop'])
    expect(await migrate(url, log, folder)).toEqual([])
    addFile('0003-another-shop.sql', `insert into shops values ('second');`)
    expect(await migrate(url, log, folder)).toEqual(['0003-another-shop'])
    expect(await query('select name from shops')).toEqual([{ name: 'first' }, { name: 'second' }])
  })

  test('happens once when several platforms start at the same time; the others wait', async () => {
    addFile('0003-slow.sql', `select pg_sleep(0.3); insert into shops values ('slow');`)
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, log, folder)))
    expect(applied.flat()).toEqual(['0001-shops', '0002-a-shop', '0003-slow'])
    expect(await query('select name from shops')).toHaveLength(2)
  })

  test('leaves nothing of a migration that fails, and says which one and why', async () => {
    addFile('0003-half.sql', `insert into shops values ('half'); select 1 / 0;`)
    await expect(migrate(url, log, folder)).rejects.toThrow(
      'The migration 0003-half failed: division by zero',
    )
    expect(await query('select name from shops')).toEqual([{ name: 'first' }])
    addFile('0003-half.sql', `insert into shops values ('whole');`)
    expect(await migrate(url, log, folder)).toEqual(['0003-half'])
  })

  test('applies a migration and records it in one transaction', async () => {
    const refuseNote = 'alter table migrations add check (length(name) < 13) not valid'
    addFile('0003-not-noted.sql', `insert into shops values ('half'); ${refuseNote};`)
    await expect(migrate(url, log, folder)).rejects.toThrow(
      'The migration 0003-not-noted failed: new row for relation "migrations" violates check',
    )
    expect(await query('select name from shops')).toEqual([{ name: 'first' }])
  })

  test('refuses a migration with a lower number than one that was applied', async () => {
    addFile('0004-fourth.sql', 'select 4;')
    await migrate(url, log, folder)
    addFile('0003-late.sql', 'select 3;')
    await expect(migrate(url, log, folder)).rejects.toThrow(
      'The migration 0003-late comes before 0004-fourth, which is applied already',
    )
  })

  test('names the variable when the database cannot be used (D23)', async () => {
    const other = (change: (url: URL) => void): Promise<unknown> => {
      const wrong = new URL(url)
      change(wrong)
      return migrate(wrong.href, log, folder).catch((error: Error) => error.message)
    }
    const wrong = await Promise.all([
      other((address) => (address.pathname = '/nobody_made_it')),
      other((address) => (address.password = 'a-wrong-password')),
      other((address) => (address.port = '1')),
      other((address) => address.searchParams.set('sslrootcert', '/no/such/file')),
    ])
    const reasons = ['does not exist', 'password authentication failed', 'ECONNREFUSED', 'ENOENT']
    for (const [index, reason] of reasons.entries()) {
      expect(wrong[index]).toMatch(/^DATABASE_URL: the database \S+ cannot be used: /)
      expect(wrong[index]).toContain(reason)
      expect(wrong[index]).not.toContain('a-wrong-password')
    }
  })

  test('says which right the user lacks to create tables', async () => {
    await query(`create role ${database} login password 'theirs'`)
    const theirs = new URL(url)
    theirs.username = database
    theirs.password = 'theirs'
    const refusal = await migrate(theirs.href, log, folder).catch((error: Error) => error.message)
    await query(`drop role ${database}`)
    expect(refusal).toMatch(
      /permission denied for schema public\. The user of DATABASE_URL must own/,
    )
    expect(refusal).not.toContain('\n')
  })

  test('does not block other sessions while a report holds the table, and continues after it', async () => {
    await migrate(url, log, folder)
    addFile(
      '0003-sizes.sql',
      `alter table shops add column size int;
      create table waits as select current_setting('lock_timeout') as timeout;`,
    )
    const report = new pg.Client({ connectionString: url })
    await report.connect()
    await report.query('begin')
    await report.query('select from shops')
    const migrating = migrate(url, log, folder)
    await until('the migration to wait', async () => {
      const waiting = `select from pg_stat_activity
        where application_name = 'wasl migrate' and wait_event_type = 'Lock'
          and datname = current_database()`
      return (await query(waiting)).length > 0
    })
    // The report goes on, and who reads or writes the table does not wait for its end.
    const answers = await Promise.all([
      query('select name from shops'),
      query(`insert into shops values ('second') returning name`),
    ])
    expect(answers[1]).toEqual([{ name: 'second' }])
    await report.end()
    expect(await migrating).toEqual(['0003-sizes'])
    // Such a statement waits behind the migration for this long.
    const [{ timeout }] = (await query('select timeout from waits')) as [{ timeout: string }]
    expect(timeout).toMatch(/^\d+ms$/)
    expect(Number.parseInt(timeout, 10)).toBeLessThan(1_000)
  })

  test('does not hold the first table while it waits for another, however often it waits (W293)', async () => {
    addFile('0003-tills.sql', 'create table tills (name text);')
    await migrate(url, log, folder)
    // As after many short waits in a row: this setting bounds none of them.
    addFile(
      '0004-sizes.sql',
      `set local lock_timeout = 0;
      alter table shops add column size int;
      alter table tills add column size int;`,
    )
    const report = new pg.Client({ connectionString: url })
    await report.connect()
    await report.query('begin')
    await report.query('select from tills')
    const warnings: string[] = []
    const warn = (message: string): void => void warnings.push(message)
    const migrating = migrate(url, { ...log, warn }, folder)
    await until('the migration to hold shops and to wait for tills', async () => {
      const holding = `select from pg_locks held join pg_locks wanted using (pid)
        where held.relation = 'shops'::regclass and held.granted
          and wanted.relation = 'tills'::regclass and not wanted.granted`
      return (await query(holding)).length > 0
    })
    // The report goes on, and those who need the table that the migration held do not wait for its end.
    expect(await query(`insert into shops values ('second') returning name`)).toHaveLength(1)
    await report.end()
    expect(await migrating).toEqual(['0004-sizes'])
    expect(warnings).toEqual(['The migration 0004-sizes waits for a long report or transaction.'])
  })

  test('refuses a user who may not write the tables, and names their owner', async () => {
    addFile('0003-payments.sql', 'create table payments (id int);')
    await migrate(url, log, folder)
    await query(`create role ${database} login password 'theirs'`)
    const theirs = new URL(url)
    theirs.username = database
    theirs.password = 'theirs'
    const refusal =
      /^DATABASE_URL: expected a user who .*: they belong to wasl\. .*: grant wasl to /
    const begin = (): Promise<unknown> => migrate(theirs.href, log, folder)
    await expect(begin()).rejects.toThrow(refusal)
    await query(`grant select on all tables in schema public to ${database}`)
    await expect(begin()).rejects.toThrow(refusal)
    // Migrations can be somebody else's work.
    await query(`grant insert on payments to ${database}`)
    expect(await begin()).toEqual([])
    await query(`drop owned by ${database}`)
    await query(`drop role ${database}`)
  })

  test('refuses a database that is newer than the code', async () => {
    await migrate(url, log, folder)
    rmSync(join(folder, '0002-a-shop.sql'))
    await expect(migrate(url, log, folder)).rejects.toThrow(
      /newer than this code: it has the migration 0002-a-shop of @wasl.+ ends with 0001-shops\./,
    )
  })

  test('reports the error of each address of a host name', async () => {
    await expect(migrate('postgres://wasl@localhost:1/wasl', log, folder)).rejects.toThrow(
      /^DATABASE_URL: the database localhost:1\/wasl cannot be used: connect ECONNREFUSED .*:1\. /,
    )
  })

  test('names the folder of a missing socket', async () => {
    const nowhere = 'postgres://wasl@localhost/wasl?host=/nowhere'
    await expect(migrate(nowhere, log, folder)).rejects.toThrow(
      /^DATABASE_URL: the database wasl in \/nowhere cannot be used: connect ENOENT \/nowhere/,
    )
  })

  test('says so when a server never answers', async () => {
    const silent = createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    await expect(migrate(`postgres://wasl@127.0.0.1:${port}/wasl`, log, folder)).rejects.toThrow(
      /^DATABASE_URL: the database .* cannot be used: .*timeout/,
    )
    silent.close()
  })

  test('refuses a read-only database and says so', async () => {
    await query(`alter database ${database} set default_transaction_read_only = on`)
    await expect(migrate(url, log, folder)).rejects.toThrow(
      'DATABASE_URL: expected a database that can be written, and this one is read-only',
    )
  })

  test('refuses a database that is not in UTF-8, and says how to create one', async () => {
    await server.query(`drop database ${database}`)
    await server.query(
      `create database ${database} template template0 encoding 'LATIN1' locale 'C'`,
    )
    await expect(migrate(url, log, folder)).rejects.toThrow(
      /^DATABASE_URL: expected a database in UTF8, .* this one is in LATIN1\. Make another: create /,
    )
  })

  test('creates everything in one schema, whatever the role’s search path', async () => {
    await query('create schema wasl')
    await migrate(url, log, folder)
    expect(await query(`select to_regclass('public.shops')::text as shops`)).not.toEqual([
      { shops: null },
    ])
  })

  test('brings an empty database to the schema of this release', async () => {
    expect((await migrate(url, log)).length).toBeGreaterThan(0)
    expect(await query(`select to_regclass('payments')::text as payments`)).toEqual([
      { payments: 'payments' },
    ])
  })
})
