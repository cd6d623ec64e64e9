/** A new database loads schema.sql; an old one applied the migrations one by one. Both must be the same. */
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile, cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate, migrationNames, MIGRATIONS_FOLDER } from '../src/base/database/migrate.ts'
import { inDatabase } from './support/database.ts'

const SCHEMA = join(MIGRATIONS_FOLDER, '../schema.sql')

/** What a catalogue has of ours. PostgreSQL names the indexes of a partition, in the order of their making. */
const CATALOGUE = {
  relations: `select relname, relkind, relpersistence, relreplident, relrowsecurity, relacl::text,
      reloptions::text, pg_get_expr(relpartbound, oid) as bound, pg_get_partkeydef(oid) as key
    from pg_class
    where relnamespace = 'public'::regnamespace and not (relkind in ('i', 'I') and relispartition)
    order by relkind, relname collate "C"`,
  columns: `select attrelid::regclass::text as relation, attname,
      format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attgenerated, attstorage,
      attcompression, attcollation, attstattarget, attacl::text, attoptions::text,
      pg_get_expr(adbin, adrelid) as standard
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
      and not attisdropped
    order by relname collate "C", attnum`,
  constraints: `select conrelid::regclass::text as relation, conname, contype, convalidated,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    order by 1, 2, 5`,
  indexes: `select indisvalid, indisreplident, indisclustered,
      case when relispartition
        then regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', 'INDEX ON')
        else pg_get_indexdef(indexrelid)
      end as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace order by definition`,
  triggers: `select tgrelid::regclass::text as relation, tgname, tgenabled,
      pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal order by 1, 2`,
  functions: `select pg_get_functiondef(oid) as definition, proacl::text, proconfig::text
    from pg_proc where pronamespace = 'public'::regnamespace order by oid::regprocedure::text`,
  sequences: `select seqrelid::regclass::text as sequence, seqtypid::regtype::text, seqstart,
      seqincrement, seqmax, seqmin, seqcache, seqcycle from pg_sequence order by 1`,
  // A view that is made from its own text has fewer brackets around a chain of "and".
  views: `select viewname, regexp_replace(definition, '[()[:space:]]+', ' ', 'g') as definition
    from pg_views where schemaname = 'public' order by 1`,
  statistics: `select stxname, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext order by 1`,
  types: `select typname, typtype from pg_type
    where typnamespace = 'public'::regnamespace and typtype not in ('b', 'c', 'p') order by 1`,
  comments: `select identity, description from pg_description
    cross join lateral pg_identify_object(classoid, objoid, objsubid)
    where schema = 'public' order by 1`,
  applied: `select name, checksum from migrations order by 1`,
} as const

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('a new database', () => {
  const databases: string[] = []
  let server: pg.Client
  let folder: string

  beforeAll(async () => {
    server = new pg.Client({ connectionString: inject('databaseServerUrl') })
    await server.connect()
    folder = await mkdtemp(join(tmpdir(), `wasl-test-${process.pid}-schema-`))
  })

  afterAll(async () => {
    for (const database of databases) await server.query(`drop database ${database} with (force)`)
    await server.end()
    await rm(folder, { recursive: true })
  })

  const emptyDatabase = async (): Promise<string> => {
    const database = `new_${randomBytes(6).toString('hex')}`
    await server.query(`create database ${database}`)
    databases.push(database)
    return inDatabase(inject('databaseServerUrl'), database)
  }

  const look = async (url: string): Promise<Record<string, unknown[]>> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const seen: Record<string, unknown[]> = {}
      for (const [kind, sql] of Object.entries(CATALOGUE))
        seen[kind] = (await client.query(sql)).rows
      const tables = (seen['relations'] as { relname: string; relkind: string }[])
        .filter(({ relname, relkind }) => 'rp'.includes(relkind) && relname !== 'migrations')
        .map(({ relname }) => relname)
      for (const table of tables) {
        const { rows } = await client.query(`select t::text as row from ${table} t order by 1`)
        seen[`rows of ${table}`] = rows
      }
      return seen
    } finally {
      await client.end()
    }
  }

  /** How the database was made: in one step, or migration by migration. */
  const makeIn = async (url: string, schema: string | null): Promise<string[]> => {
    const said: string[] = []
    const info = (line: string): void => void said.push(line)
    await migrate(url, { ...log, info }, MIGRATIONS_FOLDER, schema)
    return said
  }

  test('has after one step what the migrations make one by one', async () => {
    const [whole, numbered] = [await emptyDatabase(), await emptyDatabase()]
    expect(await makeIn(whole, SCHEMA)).toEqual([expect.stringMatching(/^Made the schema of /)])
    expect(await makeIn(numbered, null)).toEqual([
      expect.stringMatching(/^Applied the migrations /),
    ])
    const [made, grown] = [await look(whole), await look(numbered)]
    for (const kind of Object.keys(grown)) expect(made[kind], kind).toEqual(grown[kind])
    expect(Object.keys(made)).toEqual(Object.keys(grown))
    expect(made['applied']?.length).toBe((await migrationNames(MIGRATIONS_FOLDER)).length)
    // Then there is nothing left to do.
    expect(await migrate(whole, log)).toEqual([])
  })

  test('applies the migrations when the schema was not generated after one of them', async () => {
    const migrations = join(folder, 'migrations')
    await cp(MIGRATIONS_FOLDER, migrations, { recursive: true })
    const schema = join(folder, 'schema.sql')
    await copyFile(SCHEMA, schema)
    const last = join(migrations, `${(await migrationNames(migrations)).at(-1)}.sql`)
    await writeFile(last, `${await readFile(last, 'utf8')}\ncreate table planted (one int);\n`)
    const url = await emptyDatabase()
    await migrate(url, log, migrations, schema)
    const { relations } = await look(url)
    expect(relations).toContainEqual(expect.objectContaining({ relname: 'planted' }))
  })

  test('has nothing of a schema that fails', async () => {
    const schema = join(folder, 'failing.sql')
    await writeFile(schema, `${await readFile(SCHEMA, 'utf8')}\nselect 1 / 0;\n`)
    const url = await emptyDatabase()
    const failing = migrate(url, log, MIGRATIONS_FOLDER, schema)
    await expect(failing).rejects.toThrow(
      'The schema of a new database cannot be made: division by',
    )
    const { relations, applied } = await look(url)
    expect(applied).toEqual([])
    expect(relations?.length).toBe(2)
  })
})
