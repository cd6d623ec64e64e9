/**
 * Copies of the control cell's small tables in the other cells, by PostgreSQL's logical replication
 * (W171). A cell reads them in its own statements, and goes on while the control cell is away.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** In the order in which rows of one refer to rows of those before. */
export const COPIED_TABLES = [
  'channel_kinds',
  'channels',
  'channel_api_keys',
  'agents',
  'shifts',
  'signing_keys',
  'account_codes',
] as const

/** The condition that a database may change its small tables, because they are not copies. */
export const NO_COPY = 'not exists (select from this_cell where not is_control)'

/** The condition that the database is not a cell: it has the books of all partners. */
export const ONE_DATABASE = 'not exists (select from this_cell)'

/** Rows of a cell's own that refer to copies, and that may be lost: the limit on guesses of codes. */
const LOSSES = ['refund_guesses']

const PUBLICATION = 'wasl_cells'
const SUBSCRIPTION = 'wasl_control'

/** The first copy takes seconds; an operator looks at the log after this long. */
const COPY_MS_MAX = 120_000
const COPY_POLL_MS = 50

const TABLES = COPIED_TABLES.join(', ')

/** Publishes the small tables of the control cell. */
export const publishCopies = async (control: pg.Client): Promise<void> => {
  const { rows } = await control.query<{ published: string[] | null }>(
    `select array_agg(tablename::text) as published from pg_publication_tables where pubname = $1`,
    [PUBLICATION],
  )
  const published = rows[0]?.published ?? null
  if (published === null) {
    await control.query(`create publication ${PUBLICATION} for table ${TABLES}`)
  } else if (!COPIED_TABLES.every((table) => published.includes(table))) {
    await control.query(`alter publication ${PUBLICATION} set table ${TABLES}`)
  }
}

/**
 * Subscribes a cell to the small tables, and waits until it has all rows. The slot is made beforehand,
 * so that both may be databases of one server. A subscription whose slot is gone (the control cell was
 * restored) has missed changes: its copies are made again.
 */
export const subscribeToCopies = async (
  { control, controlUrl }: { control: pg.Client; controlUrl: string },
  cell: pg.Client,
  cellName: string,
): Promise<void> => {
  const slot = await slotOf(control, cellName)
  const isSubscribed = await hasSubscription(cell)
  if (isSubscribed && slot.exists) {
    await cell.query(`alter subscription ${SUBSCRIPTION} connection ${literal(controlUrl)}`)
    await cell.query(`alter subscription ${SUBSCRIPTION} refresh publication`)
  } else {
    if (isSubscribed) await dropSubscription(cell)
    await emptyCopies(cell)
    if (!slot.exists) {
      await control.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slot.name])
    }
    await cell.query(
      `create subscription ${SUBSCRIPTION} connection ${literal(controlUrl)}
      publication ${PUBLICATION} with (create_slot = false, slot_name = '${slot.name}')`,
    )
  }
  for (const table of COPIED_TABLES) {
    await cell.query(
      `create or replace trigger copy_stays before insert or update or delete on ${table}
      for each row execute function refuse_copy_change()`,
    )
  }
  await untilCopied(cell, cellName)
}

/** Removes what joining a cell has made, for a cell that is taken apart. */
export const removeCopies = async (
  control: pg.Client,
  cell: pg.Client,
  cellName: string,
): Promise<void> => {
  if (await hasSubscription(cell)) await dropSubscription(cell)
  const slot = await slotOf(control, cellName)
  if (!slot.exists) return
  await control.query(
    `select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
    where slot_name = $1 and active_pid is not null`,
    [slot.name],
  )
  await control.query('select pg_drop_replication_slot($1)', [slot.name])
}

/** Slots are named within a whole server, on which there may be several control cells. */
const slotOf = async (
  control: pg.Client,
  cellName: string,
): Promise<{ name: string; exists: boolean }> => {
  const { rows } = await control.query<{ name: string; exists: boolean }>(
    `with wanted as (
      select 'wasl_' || oid || '_' || $1::text as name
      from pg_database where datname = current_database()
    )
    select name, exists (select from pg_replication_slots where slot_name = name) as exists
    from wanted`,
    [cellName],
  )
  if (rows[0] === undefined) throw new Error('the control cell did not say which database it is')
  return rows[0]
}

const hasSubscription = async (cell: pg.Client): Promise<boolean> => {
  const { rowCount } = await cell.query(
    `select from pg_subscription
    where subname = $1 and subdbid = (
      select oid from pg_database where datname = current_database()
    )`,
    [SUBSCRIPTION],
  )
  return rowCount === 1
}

/** Without its slot, which may be gone with its server. */
const dropSubscription = async (cell: pg.Client): Promise<void> => {
  await cell.query(`alter subscription ${SUBSCRIPTION} disable`)
  await cell.query(`alter subscription ${SUBSCRIPTION} set (slot_name = none)`)
  await cell.query(`drop subscription ${SUBSCRIPTION}`)
}

const emptyCopies = async (cell: pg.Client): Promise<void> => {
  const tables = [...LOSSES, ...COPIED_TABLES.toReversed()]
  await cell.query('begin')
  for (const table of tables) {
    await cell.query(`drop trigger if exists copy_stays on ${table}`)
    await cell.query(`delete from ${table}`)
  }
  await cell.query('commit')
}

const untilCopied = async (cell: pg.Client, cellName: string): Promise<void> => {
  const deadline = performance.now() + COPY_MS_MAX
  for (;;) {
    const { rows } = await cell.query<{ copied: boolean }>(
      `select count(*) filter (where srsubstate = 'r') = $1 as copied
      from pg_subscription_rel
      join pg_subscription own on own.oid = srsubid and own.subname = $2
      where own.subdbid = (select oid from pg_database where datname = current_database())`,
      [COPIED_TABLES.length, SUBSCRIPTION],
    )
    if (rows[0]?.copied === true) return
    if (performance.now() > deadline) {
      throw new Error(
        `WASL_CELLS: the cell ${cellName} did not get its copies of the control cell's tables within ` +
          `${COPY_MS_MAX / 1000} s: look for "logical replication" in the logs of both servers`,
      )
    }
    await pause(COPY_POLL_MS)
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
