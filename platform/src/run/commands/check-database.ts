import type pg from 'pg'
import type { CellAddress } from '../../base/config/cell-addresses.ts'
import { expectRights } from '../../cells/expect-rights.ts'
import type { Config } from '../../base/config/config.ts'
import { connectionsOf } from '../../base/database/connections.ts'
import { refuseUnfitDatabase } from '../../base/database/fit-database.ts'
import { pendingMigrations } from '../../base/database/schema-state.ts'
import { openClient } from '../../base/database/open-client.ts'
import { checkMasterKeys } from '../../base/secrets/check-master-keys.ts'
import { createKeyring } from '../../base/secrets/seal.ts'
import { ALLOWED_CONNECTIONS } from '../../operations/system/warn-of-connections.ts'

export type Finding = { kind: 'ok' | 'doubt' | 'problem'; text: string }

/** Partners refuse a webhook whose time is further off (D5). */
const CLOCK_MS_MAX = 300_000

/** More than a network explains. */
const CLOCK_MS_DOUBT = 5_000

/** Everything about one database that a start would stumble over. */
export const checkDatabase = async (address: CellAddress, config: Config): Promise<Finding[]> => {
  const place = config.cells.length > 0 ? `the cell ${address.name}` : 'DATABASE_URL'
  try {
    const client = await openClient(address.url, 'wasl check')
    try {
      const said = [await versionOf(client, place)]
      await refuseUnfitDatabase(client)
      const [control] = config.cells
      if (control !== undefined) await expectRights(address, control)
      said.push(await migrationsOf(client, place))
      said.push(await rightsOf(client, place))
      said.push(await connectionsFinding(client, config, place))
      said.push(await clockOf(client, place))
      said.push(...(await masterKeyOf(client, config, place)))
      return said
    } finally {
      await client.end()
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return message.split('\n').map((text) => ({ kind: 'problem', text }))
  }
}

const rowOf = async <Row extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<Row> =>
  (await client.query<Row>(sql)).rows[0] as Row

const versionOf = async (client: pg.Client, place: string): Promise<Finding> => {
  const { version } = await rowOf<{ version: string }>(
    client,
    `select current_setting('server_version') as version`,
  )
  return { kind: 'ok', text: `${place}: PostgreSQL ${version} answers` }
}

const migrationsOf = async (client: pg.Client, place: string): Promise<Finding> => {
  const { missing, oldest } = await pendingMigrations(client)
  const [first] = missing
  if (first === undefined)
    return { kind: 'ok', text: `${place}: it has the tables of this release` }
  return {
    kind: 'ok',
    text:
      `${place}: the next start applies ${missing.length} migrations, from ${first}; then only processes ` +
      `whose last migration is ${oldest} or later can start on it`,
  }
}

const rightsOf = async (client: pg.Client, place: string): Promise<Finding> => {
  const { user, creates, stats } = await rowOf<{ user: string; creates: boolean; stats: boolean }>(
    client,
    `select quote_ident(current_user) as "user",
      has_schema_privilege('public', 'create') as creates,
      pg_has_role('pg_read_all_stats', 'usage') as stats`,
  )
  if (!creates) {
    return {
      kind: 'problem',
      text:
        `${place}: the user ${user} may not make tables. Run as the owner of the database: ` +
        `grant create on schema public to ${user}`,
    }
  }
  if (stats)
    return { kind: 'ok', text: `${place}: the user ${user} may make tables and read statistics` }
  return {
    kind: 'doubt',
    text:
      `${place}: the metrics cannot see other sessions and standbys. Run as a superuser: ` +
      `grant pg_read_all_stats to ${user}`,
  }
}

const connectionsFinding = async (
  client: pg.Client,
  { roles }: Config,
  place: string,
): Promise<Finding> => {
  const { allowed } = await rowOf<{ allowed: number }>(client, ALLOWED_CONNECTIONS)
  const needed = connectionsOf(roles)
  const text = `${place}: a process with these roles opens at most ${needed} connections, and the database allows ${allowed}`
  return needed <= allowed
    ? { kind: 'ok', text }
    : { kind: 'problem', text: `${text}: raise max_connections` }
}

const clockOf = async (client: pg.Client, place: string): Promise<Finding> => {
  const before = Date.now()
  const { now } = await rowOf<{ now: Date }>(client, 'select clock_timestamp() as now')
  const middle = (before + Date.now()) / 2
  const offMs = Math.abs(now.getTime() - middle)
  const seconds = (offMs / 1000).toFixed(1)
  if (offMs <= CLOCK_MS_DOUBT) {
    return {
      kind: 'ok',
      text: `${place}: its clock and this machine's agree to within ${seconds} s`,
    }
  }
  return {
    kind: offMs > CLOCK_MS_MAX ? 'problem' : 'doubt',
    text: `${place}: its clock and this machine's differ by ${seconds} s: set both by NTP`,
  }
}

/** Only where there are tables: an empty database takes any key. */
const masterKeyOf = async (
  client: pg.Client,
  { masterKey, previousMasterKeys }: Config,
  place: string,
): Promise<Finding[]> => {
  const { has } = await rowOf<{ has: boolean }>(
    client,
    `select to_regclass('public.directories') is not null as has`,
  )
  if (!has || masterKey === undefined) return []
  await checkMasterKeys(client, createKeyring(masterKey, previousMasterKeys))
  return [{ kind: 'ok', text: `${place}: WASL_MASTER_KEY opens every secret` }]
}
