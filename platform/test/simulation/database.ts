import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { migrate } from '../../src/base/database/migrate.ts'
import { createPipeline } from '../../src/base/database/pipeline.ts'
import { types } from '../../src/base/database/types.ts'
import { inDatabase } from '../support/database.ts'
import type { RealConnections } from './connections.ts'
import { addFixture, type Fixture } from './fixture.ts'
import { START, type VirtualTime } from './time.ts'

const QUIET = { info: () => undefined, warn: console.warn, error: console.error }

/**
 * A PostgreSQL of the simulation's own: on a shared one, the transactions of others would decide how
 * far the ledger's roll-up gets.
 */
export const startServer = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), `wasl-test-${process.pid}-simulation-`))
  const server = await startEmbeddedPostgres({ dataDir, log: QUIET, fast: true })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type World = RealConnections & {
  fixture: Fixture
  /** Puts every table, sequence and clock back to what they were at the start. */
  reset(): Promise<void>
  /**
   * Brings the database's clock to the simulation's, if that has moved, before the next statement of
   * the same connection.
   */
  setClock(time: VirtualTime, connection: 'hot' | 'client'): void
  stop(): Promise<void>
}

/** After this many seeds the dead rows are removed, so that the hundredth seed is as fast as the first. */
const SEEDS_PER_VACUUM = 25

/** Makes a database of this name with every migration, and the partners, channels and people of all seeds. */
export const makeWorld = async (serverUrl: string, name: string): Promise<World> => {
  const admin = await connect(inDatabase(serverUrl, 'postgres'))
  await admin.query('alter system set autovacuum = off')
  await admin.query('select pg_reload_conf()')
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = inDatabase(serverUrl, name)
  await migrate(url, QUIET)
  const client = await connect(url)
  await injectTimeAndIds(client)
  const fixture = await addFixture(url)
  await keepFixture(client)
  await client.query('set plan_cache_mode = force_generic_plan')
  prepareAll(client)
  const hot = createPipeline({ url, name: 'simulation' })
  // A connection of its own: the reset switches triggers off, which makes its session plan every
  // statement again.
  const resetter = await connect(url)
  let setMs = -1
  let resets = 0
  return {
    hot,
    client,
    fixture,
    async reset() {
      resets += 1
      setMs = -1
      await resetter.query('select simulation.reset()')
      // Of the same rows each time, so that the planner always knows the same of the tables.
      if (resets % SEEDS_PER_VACUUM === 1) await resetter.query('vacuum')
    },
    setClock(time, connection) {
      const nowMs = time.nowMs()
      if (nowMs === setMs) return
      setMs = nowMs
      const statement = { name: 'simulation-clock', text: SET_CLOCK, values: [nowMs + 1] }
      // Nobody waits for it: the connection runs it before what is sent next.
      const sent = connection === 'hot' ? hot.query(statement) : client.query(statement)
      sent.catch(() => undefined)
    },
    async stop() {
      await hot.close()
      await Promise.all([client.end(), resetter.end()])
    },
  }
}

const SET_CLOCK = `select setval('simulation.clock_ms', $1::bigint)`

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, types, pipeline: true })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set timezone = 'UTC'; set jit = off`)
  return client
}

/**
 * Prepares each statement with values once: planning it takes longer than running it, and one seed runs the
 * same statements as another.
 */
const prepareAll = (client: pg.Client): void => {
  const names = new Map<string, string>()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const prepared = (text: unknown, ...more: unknown[]): unknown => {
    const [values] = more
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, ...more)
    const name = names.get(text) ?? `simulation-${names.size}`
    names.set(text, name)
    return query({ name, text, values })
  }
  client.query = prepared as typeof client.query
}

/**
 * The clock and the ids of this database are the simulation's. Rows of one moment are found in the
 * order of their ids, because their order on the disk differs from run to run.
 */
const injectTimeAndIds = async (client: pg.Client): Promise<void> => {
  await client.query(`
    create schema simulation;
    create sequence simulation.clock_ms minvalue 1;
    create sequence simulation.ids minvalue 0 maxvalue 4194303 cycle;
    create or replace function wasl_clock() returns timestamptz
    language sql volatile
    as $$
      select timestamptz '${START.toISOString()}'
        + (coalesce(pg_sequence_last_value('simulation.clock_ms'), 1) - 1) * interval '1 millisecond'
    $$;
    create or replace function new_id(partner_id integer) returns uuid
    language sql volatile
    as $$
      select (
        overlay(
          lpad(to_hex((date_part('epoch', wasl_clock()) * 4096000)::bigint), 15, '0')
          placing '7' from 13 for 0
        )
        || to_hex(8388608 + nextval('simulation.ids')) || '00' || lpad(to_hex(partner_id), 8, '0')
      )::uuid
    $$;
    drop index webhook_deliveries_due, webhook_deliveries_failed, webhook_deliveries_postponed;
    create index on webhook_deliveries (partner_id, due_at, event_id) where due_at is not null;
    create index on webhook_deliveries (partner_id, failed_at, event_id)
      where failed_at is not null;
    create index on webhook_deliveries (partner_id, retry_from, event_id)
      where retry_from is not null;
  `)
}

/** Copies what there is now, and makes the function that brings it back. */
const keepFixture = async (client: pg.Client): Promise<void> => {
  const { rows: tables } = await client.query<{ name: string; columns: string; rows: boolean }>(`
    select relname as name, (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
    order by relname`)
  const steps: string[] = []
  for (const { name, columns } of tables) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    steps.push(`delete from ${name};`)
    if (rowCount === 0) continue
    await client.query(`create table simulation.${name} as select ${columns} from ${name}`)
    steps.push(`insert into ${name} (${columns}) overriding system value
      select ${columns} from simulation.${name};`)
  }
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(`
    select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences`)
  for (const { name, last } of sequences) {
    const to =
      last === null ? `(select seqmin from pg_sequence where seqrelid = '${name}'::regclass)` : last
    steps.push(`perform setval('${name}', ${to}, ${last !== null});`)
  }
  await client.query(`
    create function simulation.reset() returns void
    language plpgsql
    set session_replication_role = replica
    as $$ begin ${steps.join('\n')} end $$`)
}
