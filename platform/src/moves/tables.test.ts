/**
 * The fence and the publication of a move cover every table of a partner. Both are made from
 * `partnerTables`, which reads the catalogue: these tests keep it from missing one.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type pg from 'pg'
import { useUndoneConnection } from '../../test/support/database.ts'
import { OF_THE_CELL, partnerTables, SUMS } from './tables.ts'

const connection = useUndoneConnection()
let client: pg.Client

beforeEach(() => {
  client = connection.client
})

/** Tables that name a partner and belong to none; they are in the control cell. */
const NAMES_A_PARTNER = ['users', 'directory_people']

const read = async (sql: string): Promise<string[]> =>
  (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)

const WITH_PARTNER = `
  select relname::text as name
  from pg_class
  join pg_attribute on attrelid = pg_class.oid and attname = 'partner_id' and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

const uncovered = async (): Promise<string[]> => {
  const moved = (await partnerTables(client)).map(({ name }) => name)
  const others = [...NAMES_A_PARTNER, ...Object.keys(OF_THE_CELL), ...Object.keys(SUMS)]
  return (await read(WITH_PARTNER)).filter((name) => ![...moved, ...others].includes(name))
}

describe('the tables of a partner', () => {
  test('are all that have a partner_id, but for those that are named here', async () => {
    expect(await uncovered()).toEqual([])
    await client.query('create table planted (planted_id integer primary key, partner_id integer)')
    expect(await uncovered()).toEqual(['planted'])
  })

  test('include a new one at once', async () => {
    await client.query(
      'create table planted (partner_id integer, note text, primary key (partner_id, note))',
    )
    const found = await partnerTables(client)
    expect(found).toContainEqual({ name: 'planted', columns: null })
  })

  test('publish every column but transaction ids and what the target computes', async () => {
    const tables = await partnerTables(client)
    const partial = tables.filter(({ columns }) => columns !== null)
    expect(partial.map(({ name }) => name)).toEqual(['ledger_transfers'])
    expect(partial[0]?.columns).not.toContain('xid')
  })

  test('have their rows found by the partner alone when they change, so that a filter can be used', async () => {
    const names = (await partnerTables(client)).map(({ name }) => name)
    const replicated = await read(
      `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relreplident = 'd' and relpersistence = 'p'`,
    )
    expect(names.filter((name) => !replicated.includes(name))).toEqual([])
  })

  test('number no rows by a sequence, which a cell would count by itself', async () => {
    const names = (await partnerTables(client)).map(({ name }) => name)
    const counted = await read(
      `select relname || '.' || attname as name
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relname = any ('{${names.join()}}') and attnum > 0
        and (attidentity <> '' or pg_get_expr(adbin, adrelid) like 'nextval%')`,
    )
    // Partners are made in the control cell.
    expect(counted).toEqual(['partners.partner_id'])
  })

  test('have a default partition, so that a copied row always finds its place', async () => {
    const lacking = await read(
      `select partrelid::regclass::text as name from pg_partitioned_table where partdefid = 0`,
    )
    expect(lacking).toEqual([])
  })

  test('are no other tables than exist', async () => {
    const all = await read(WITH_PARTNER)
    expect(all).toEqual(expect.arrayContaining([...Object.keys(OF_THE_CELL), ...Object.keys(SUMS)]))
  })
})
