/** The SQL of a record of handled events, in three dialects. Pure. */

export const SQL_DIALECTS = ['postgresql', 'mysql', 'sqlite'] as const

/** `mysql` is MariaDB's too. */
export type SqlDialect = (typeof SQL_DIALECTS)[number]

export type SqlStatements = {
  /** Makes the table; goes into your migrations. */
  createTable: string
  /** Changes one row, or none or two when the key is there. Waits for whoever else is adding it. */
  add: string
  /** Changes one row when the key is there although its handler never came to its end. */
  removeUnhandled: string
  /** Changes one row when `add`'s is still there: the transaction is the one that added it. */
  markHandled: string
}

const TABLE_DEFAULT = 'wasl_handled_events'

/** A plain name, perhaps with its schema: it becomes part of the statements as it is. */
const TABLE = /^[A-Za-z_][A-Za-z0-9_]{0,62}(?:\.[A-Za-z_][A-Za-z0-9_]{0,62})?$/

/** @throws TypeError when the dialect or the table's name is none. */
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
        // Bytes, because MySQL's texts take A for a. InnoDB, because MyISAM has no transactions.
        createTable: `create table if not exists ${table} (event_key varbinary(255) primary key, handled_at datetime(3), copies integer not null default 0) engine = innodb`,
        // Two rows changed when the key is there. Without a change it would be the driver's choice, and
        // "insert ignore" would share the row with other copies, of which none could change it then.
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

/** The statement that makes the table of handled events, for your migrations. */
export const handledEventsTable = (dialect: SqlDialect, table?: string): string =>
  sqlStatements(dialect, table).createTable
