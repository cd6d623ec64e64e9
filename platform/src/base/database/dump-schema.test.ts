import { describe, expect, test } from 'vitest'
import { useUndoneConnection } from '../../../test/support/database.ts'
import { dumpSchema } from './dump-schema.ts'

const database = useUndoneConnection()

describe("the schema's dump", () => {
  test.for([
    ['alter table payments add column note text', '  note text,'],
    ['alter table payments alter column amount_detail drop not null', '  amount_detail json,'],
    [
      'alter table partners alter column revision set default 2',
      'revision integer not null default 2',
    ],
    ['alter table partners add check (revision < 9)', 'CHECK ((revision < 9))'],
    ['alter table live_references set (fillfactor = 71)', 'with (fillfactor=71)'],
    [
      'create index planted on payments (opened_at)',
      'INDEX planted ON public.payments USING btree',
    ],
    ['create sequence planted start 5', 'create sequence planted as bigint start 5;'],
    ['create view planted as select 1 as one', 'create view planted as\n SELECT 1 AS one;'],
    [`comment on column payments.amount is 'Centimes.'`, `payments.amount is 'Centimes.';`],
    [
      'create function planted() returns int language sql return 1',
      'CREATE OR REPLACE FUNCTION public.planted()',
    ],
    [
      'create trigger planted before delete on partners for each row execute function refuse_change()',
      'CREATE TRIGGER planted BEFORE DELETE ON public.partners',
    ],
    [
      'create table planted (id int generated always as identity primary key, twice int generated always as (id * 2) stored)',
      `create table planted (
  id integer not null generated always as identity,
  twice integer generated always as ((id * 2)) stored,
  constraint planted_pkey PRIMARY KEY (id)
);`,
    ],
  ] as const)('shows what a migration changes: %s', async ([sql, line]) => {
    expect(await dumpSchema(database.client)).not.toContain(line)
    await database.client.query(sql)
    expect(await dumpSchema(database.client)).toContain(line)
  })

  test('is the same whatever partitions exist', async () => {
    const before = await dumpSchema(database.client)
    await database.client.query(
      `create table attempts_of_a_day partition of webhook_attempts
      for values from ('2030-01-01') to ('2030-01-02')`,
    )
    expect(await dumpSchema(database.client)).toBe(before)
  })

  test.for([
    [`create type mood as enum ('good')`, 'the type mood'],
    ['create policy mine on payments', 'the policy mine'],
  ] as const)('refuses what it would leave out: %s', async ([sql, object]) => {
    await database.client.query(sql)
    await expect(dumpSchema(database.client)).rejects.toThrow(`would leave out ${object}`)
  })
})
