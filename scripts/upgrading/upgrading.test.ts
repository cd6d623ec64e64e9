/** Migrations say truly which releases run beside them (W281). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe as group, expect, test } from 'vitest'
import { MIGRATIONS_FOLDER } from '../../platform/src/base/database/migrate.ts'
import { oldestOn } from '../../platform/src/base/database/runs-beside.ts'
import { describe, readMigrations, releasesOf } from './migrations.ts'
import { brokenRules } from './rule.ts'

const made = JSON.parse(readFileSync(join(import.meta.dirname, 'releases.json'), 'utf8')) as Record<
  string,
  string
>

const before = describe('0099-before', 'create table shops (name text);')

/** What the rule says of a migration that follows one with the number 0099. */
const judged = (sql: string, released: string[] = []): string =>
  brokenRules([before, describe('0100-new', sql)], released)
    .filter((line) => line.startsWith('0100'))
    .join()

const expands = (sql: string): string => judged(`-- Shops.\n-- expands: runs beside 0099\n\n${sql}`)

group('the migrations', () => {
  test('keep the rule', async () => {
    const migrations = await readMigrations(MIGRATIONS_FOLDER)
    expect(brokenRules(migrations, Object.values(made))).toEqual([])
  })
})

group('a migration that says that it expands', () => {
  test.each([
    ['alter table shops add column size int;', 'a column that may be null'],
    [`alter table shops add size int not null default 1, add other text;`, 'one with a default'],
    ['alter table shops add check (name is not null) not valid;', 'a check'],
    ['create table tills (till_id int not null, shop text not null);', 'a table'],
    ['create table tills (a int, b int); alter table tills drop column b;', 'a table of its own'],
    ['alter table shops add column id int not null generated always as identity;', 'an identity'],
    [
      `alter table shops drop constraint shops_kind_check;
       alter table shops add constraint shops_kind_check check (kind in ('a', 'b'));`,
      'a wider check',
    ],
    [`create or replace function f() returns int as $$ drop table shops $$ language sql;`, 'code'],
    [`insert into shops values ('drop table shops; rename it');`, 'a text'],
    [
      'drop function f(int); create function f(int, int default 1) returns int return 1;',
      'a function that it makes again',
    ],
  ])('may add: %s', (sql) => {
    expect(expands(sql)).toBe('')
  })

  test.each([
    ['drop table shops;', 'drops the table shops'],
    ['drop table if exists shops, tills;', 'drops the table shops'],
    ['alter table shops add a int, drop column name;', 'drops the column shops.name'],
    ['ALTER TABLE shops\n  DROP COLUMN IF EXISTS name;', 'drops the column shops.name'],
    ['alter table shops rename to stores;', 'renames shops to stores'],
    ['alter table shops rename column name to title;', 'renames shops.name to title'],
    ['alter table shops rename name to title;', 'renames shops.name to title'],
    ['alter table shops add column size int not null;', 'adds shops.size, not null and without'],
    ['alter table shops add size numeric(4, 2) not null;', 'adds shops.size, not null and'],
    ['alter table shops add a text, add size int not null;', 'adds shops.size, not null and'],
    ['alter table shops alter column name type int;', 'changes the type of shops.name'],
    ['alter table shops alter name set not null;', 'lets shops.name be null no more'],
    ['alter table shops alter name drop default;', 'drops the default of shops.name'],
    ['drop index shops_name;', 'drops the index shops_name'],
    ['drop view shop_sizes;', 'drops the view shop_sizes'],
    ['alter table shops drop constraint shops_pkey;', 'drops the key shops_pkey of shops'],
    [`do $$ begin execute 'drop table shops'; end $$;`, 'has a block of code'],
  ])('takes nothing away: %s', (sql, phrase) => {
    expect(expands(sql)).toContain(phrase)
    expect(judged(`-- contracts: runs beside 0099\n${sql}`)).toBe('')
  })
})

group('a migration', () => {
  test('says which processes run beside it, by a number that there is', () => {
    expect(judged('select 1;')).toContain('"-- expands: runs beside 0087"')
    expect(judged('-- expands: runs beside 0098\nselect 1;')).toContain('has the number 0098')
    expect(judged('-- expands: runs beside 0100\nselect 1;')).toContain('has the number 0100')
  })

  test('runs beside the release before, and says so with its last number', () => {
    const mark = '-- expands: runs beside 0099\n'
    expect(judged(mark, ['0099-before'])).toBe('')
    expect(judged(mark, ['0050-first', '0099-before'])).toBe('')
    const [first, second] = [describe('0050-first', mark), describe('0100-new', mark)]
    expect(brokenRules([first, before, second], ['0050-first']).at(-1)).toContain(
      'the release before it ends with 0050, and it says 0099',
    )
  })

  test('is told with the tables that it reads or rewrites as a whole', () => {
    const holds = (sql: string): string[] => describe('0100-new', sql).holds
    expect(holds('alter table shops alter name type text;')).toEqual(['rewrites shops'])
    expect(holds('alter table shops add at timestamptz default clock_timestamp();')).toEqual([
      'rewrites shops',
    ])
    expect(holds('alter table shops add at timestamptz, add n int default 1;')).toEqual([])
    expect(holds('create index shops_name on shops (name);')).toEqual([
      'reads shops, and keeps writers waiting',
    ])
    expect(holds('create table a (b int); create index on a (b);')).toEqual([])
  })

  test('begins with its sentence, and its line for processes is not a part of it', () => {
    const sql = '-- expands: runs beside 0087\n-- Shops have\n-- sizes (W1). More.\n\nselect 1;'
    expect(describe('0100-new', sql).about).toBe('Shops have sizes (W1).')
    expect(describe('0100-shop-sizes', 'select 1;').about).toBe('shop sizes')
  })
})

test('the oldest process on a schema is the one that every later migration allows', () => {
  const at = (...marks: (string | null)[]): string | null =>
    oldestOn(marks.map((beside, place) => ({ name: `000${place + 1}-some`, beside })))
  expect(at()).toBeNull()
  expect(at(null, null)).toBe('0002')
  expect(at(null, null, '0002', '0002')).toBe('0002')
  expect(at(null, '0001', '0001', '0003')).toBe('0003')
  expect(at(null, '0001', '0002', '0001')).toBe('0002')
})

test('releases have the migrations up to their last one, the newest release first', () => {
  const [one, two, three] = ['0001-one', '0002-two', '0003-three'].map((name) => describe(name, ''))
  const all = [one, two, three] as [typeof before, typeof before, typeof before]
  const names = (ends: Record<string, string>, version: string): string[] =>
    releasesOf(all, ends, version).map(
      (release) => `${release.version}: ${release.migrations.map(({ name }) => name[3]).join('')}`,
    )
  expect(names({}, '0.1.0')).toEqual(['0.1.0: 123'])
  expect(names({ '0.1.0': '0002-two' }, '0.2.0')).toEqual(['0.2.0: 3', '0.1.0: 12'])
  expect(names({ '0.1.0': '0002-two', '0.1.1': '0002-two' }, '0.1.1')).toEqual([
    'After 0.1.1: 3',
    '0.1.1: ',
    '0.1.0: 12',
  ])
  expect(names({ '0.1.0': '0002-two', '0.1.1': '0003-three' }, '0.1.1')).toEqual([
    '0.1.1: 3',
    '0.1.0: 12',
  ])
})
