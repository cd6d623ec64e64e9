/** The SQL for handled events in three dialects. Pure. */

export const SQL_DIALECTS = ['postgresql', 'mysql', 'sqlite'] as const

/** `mysql` is also for MariaDB. */
export type SqlDialect = (typeof SQL_DIALECTS)[number]

export type SqlStatements = {
  /** Creates the table, for your migrations. */
  createTable: string
  /** Changes one row for a new key. Waits for a concurrent transaction that adds the same key. */
  add: string
  /** Changes one row when the key exists but its handler did not finish. */
  removeUnhandled: string
  /** Changes one row when the transaction still has the added row. */
  markHandled: string
}

const TABLE_DEFAULT = 'wasl_handled_events'

/** A plain name, optionally with a schema: it is inserted into the SQL unquoted. */
const TABLE = /^[A-Za-z_][A-Za-z0-9_]{0,62}(?:\.[A-Za-z_][A-Za-z0-9_]{0,62})?$/

/** @throws TypeError when the dialect or the table's name is invalid. */
export const sqlStatements = (
  dialect: SqlDialect,
  table: string = TABLE_DEFAULT,
): SqlStatements => {
  if (!TABLE.test(table)) {
    throw new TypeError(
      `table: expected a plain name such as ${TABLE_DEFAULT}, received ${JSON.stringify(table)}`,
    )
  }
  switch (dialect) {
    case 'postgresql':
      return {
        createTable: `create table if not exists ${table} (event_key text primary key, handled_at timestamptz)`,
        add: `insert into ${table} (event_key) values ($1) on conflict (event_key) do nothing`,
        removeUnhandled: `delete from ${table} where event_key = $1 and handled_at is null`,
        markHandled: `update ${table} set handled_at = clock_timestamp() where event_key = $1`,
      }
    case 'mysql':
      return {
        // varbinary, because MySQL compares texts case-insensitively. InnoDB has transactions, MyISAM not.
        createTable: `create table if not exists ${table} (event_key varbinary(255) primary key, handled_at datetime(3), copies integer not null default 0) engine = innodb`,
        // Reports two changed rows for an existing key. An update without a change is reported differently
        // by drivers, and "insert ignore" takes a shared lock that deadlocks with other copies.
        add: `insert into ${table} (event_key) values (?) on duplicate key update copies = copies + 1`,
        removeUnhandled: `delete from ${table} where event_key = ? and handled_at is null`,
        markHandled: `update ${table} set handled_at = utc_timestamp(3) where event_key = ?`,
      }
    case 'sqlite':
      return {
        createTable: `create table if not exists ${table} (event_key text primary key not null, handled_at text)`,
        add: `insert into ${table} (event_key) values (?) on conflict (event_key) do nothing`,
        removeUnhandled: `delete from ${table} where event_key = ? and handled_at is null`,
        markHandled: `update ${table} set handled_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where event_key = ?`,
      }
    default:
      throw new TypeError(
        `dialect: expected one of ${SQL_DIALECTS.join(', ')}, received ${String(dialect satisfies never)}`,
      )
  }
}

/** The statement that creates the table of handled events, for your migrations. */
export const handledEventsTable = (dialect: SqlDialect, table?: string): string =>
  sqlStatements(dialect, table).createTable
