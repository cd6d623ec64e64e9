/**
 * What the databases of cells must allow, checked before any migration: PostgreSQL's own refusal
 * comes in the middle of the start, and names neither the cell nor the grant.
 */
import type pg from 'pg'
import { openClient } from '../base/database/open-client.ts'
import type { CellAddress } from '../base/config/cell-addresses.ts'

/** The first release in which a user who is not a superuser may make a subscription. */
const VERSION_MIN = 160_000

type Rights = {
  user: string
  database: string
  version: string
  version_number: number
  wal_level: string
  is_superuser: boolean
  may_replicate: boolean
  may_subscribe: boolean
  may_create: boolean
}

const RIGHTS = `
  select quote_ident(current_user) as "user", quote_ident(current_database()) as database,
    current_setting('server_version') as version,
    current_setting('server_version_num')::int as version_number,
    current_setting('wal_level') as wal_level,
    rolsuper as is_superuser, rolreplication as may_replicate,
    coalesce((
      select pg_has_role(current_user, oid, 'usage') from pg_roles where rolname = 'pg_create_subscription'
    ), false) as may_subscribe,
    has_database_privilege(current_database(), 'create') as may_create
  from pg_roles where rolname = current_user`

/**
 * @throws Error with one sentence for each right that the user of the cell's address lacks, each with
 *   what grants it.
 */
export const expectRights = async (cell: CellAddress, control: CellAddress): Promise<void> => {
  const client = await openClient(cell.url, 'wasl cells')
  try {
    const missing = missingRights(cell, control, await readRights(client))
    if (missing.length > 0) throw new Error(missing.join('\n'))
  } finally {
    await client.end()
  }
}

const readRights = async (client: pg.Client): Promise<Rights> => {
  const { rows } = await client.query<Rights>(RIGHTS)
  return rows[0] as Rights
}

/** A sentence for each thing that is missing. */
const missingRights = ({ name }: CellAddress, control: CellAddress, has: Rights): string[] => {
  const isControl = name === control.name
  const cell = isControl ? `the control cell ${name}` : `the cell ${name}`
  const { user, database } = has
  const as = 'Run as a superuser of that server'
  const checks: [isMissing: boolean, sentence: string][] = [
    [
      has.version_number < VERSION_MIN,
      `${cell} runs on PostgreSQL ${has.version}, and several cells need 16 or newer: upgrade that server`,
    ],
    [
      isControl && has.wal_level !== 'logical',
      `the server of the control cell has wal_level = ${has.wal_level}, and logical is needed for copies ` +
        `in the other cells: set it in postgresql.conf and restart that server`,
    ],
    [
      isControl && !has.is_superuser && !has.may_replicate,
      `the user ${user} of ${cell} may not replicate, and the other cells copy its small tables as this ` +
        `user. ${as}: alter role ${user} replication`,
    ],
    [
      !isControl && !has.is_superuser && !has.may_subscribe && has.version_number >= VERSION_MIN,
      `the user ${user} of ${cell} may not make the subscription that copies the small tables of the ` +
        `control cell. ${as}: grant pg_create_subscription to ${user}`,
    ],
    [
      !has.is_superuser && !has.may_create,
      `the user ${user} of ${cell} may not make a ${isControl ? 'publication' : 'subscription'} in its ` +
        `database. ${as}: grant create on database ${database} to ${user}`,
    ],
    [
      !isControl && !has.is_superuser && !hasPassword(control.url),
      `the address of the control cell ${control.name} has no password, and the user ${user} of ` +
        `${cell}, who is not a superuser, may subscribe only with one: write it into that address`,
    ],
  ]
  return checks.filter(([isMissing]) => isMissing).map(([, text]) => `WASL_CELLS: ${text}.`)
}

const hasPassword = (url: string): boolean => {
  const { password, searchParams } = new URL(url)
  return password !== '' || searchParams.has('password')
}
