import type pg from 'pg'

/** The oldest release on which the platform was tried. */
const VERSION_MIN = 150_000

/**
 * Checks what a statement would otherwise fail on later, such as the first Arabic label.
 *
 * @throws Error when the database is read-only or not in UTF-8, or when its tables belong to another
 *   user, with what to do about it.
 */
export const refuseUnfitDatabase = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ encoding: string; read_only: string; version: number }>(
    `select current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::int as version,
      current_setting('transaction_read_only') as read_only`,
  )
  const { encoding, read_only, version = 0 } = rows[0] ?? {}
  if (version < VERSION_MIN) {
    const major = Math.floor(version / 10_000)
    throw new Error(
      `DATABASE_URL: expected PostgreSQL ${VERSION_MIN / 10_000} or newer, and this one is ${major}: upgrade it`,
    )
  }
  if (read_only === 'on') {
    throw new Error(
      'DATABASE_URL: expected a database that can be written, and this one is read-only: a ' +
        'replica, or default_transaction_read_only is on. Name the primary.',
    )
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `DATABASE_URL: expected a database in UTF8, which has every script, and this one is in ` +
        `${encoding}. Make another: create database wasl encoding 'UTF8' template template0`,
    )
  }
  await refuseOtherOwner(client)
}

/** PostgreSQL's own error names the table, but neither its owner nor what to do. */
const refuseOtherOwner = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ user: string; owner: string }>(
    `select current_user as "user", pg_get_userbyid(relowner) as owner
    from pg_class
    where relnamespace = 'public'::regnamespace
      and (relname = 'migrations' and not has_table_privilege(oid, 'select')
        or relname = 'payments' and not has_table_privilege(oid, 'insert'))
    limit 1`,
  )
  const [refused] = rows
  if (!refused) return
  const { user, owner } = refused
  throw new Error(
    `DATABASE_URL: expected a user who may write the platform's tables, and ${user} may not: they ` +
      `belong to ${owner}. Name that user in the URL, or: grant ${owner} to ${user}`,
  )
}
