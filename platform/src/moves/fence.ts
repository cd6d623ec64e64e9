/**
 * The fence of a cell: a row of `partner_fences`, which triggers on every table of a partner read.
 *
 * The triggers are made long before the fence is closed, table by table, so that no statement waits long
 * for their lock. To close it is one small commit that waits for nobody and holds nobody up. A statement
 * that had locked its tables before that commit may not have seen it, so the mover then waits until those
 * transactions have ended (`writersInProgress`). A statement that locks its tables later reads the closed
 * fence: it takes its snapshots after the lock.
 */
import type pg from 'pg'
import { withTransaction } from '../base/database/with-transaction.ts'
import { isLockTimeout, isLostRace } from '../base/database/errors.ts'
import { pause } from '../base/chance.ts'
import { MoveProblem, type Move, type MoveCell } from './move.ts'
import { partnerTables } from './tables.ts'

/** A writer that comes after the trigger's statement waits for at most this long and the making of it. */
const LOCK_TIMEOUT_MS = 40

/** Between two tries, so that writers that waited can go on. */
const LOCK_PAUSE_MS = 120

/** Half a minute: a longer transaction that writes is not the platform's. */
const LOCK_TRIES_MAX = 200

/**
 * Makes the move known to a cell: with an open fence to the source, a closed one to the target. An older
 * move's fence is replaced; a newer one's stays.
 */
export const raiseFence = async (
  { pool }: MoveCell,
  { partnerId, moveId }: Move,
  isClosed: boolean,
): Promise<void> => {
  await pool.query(
    `insert into partner_fences as fence (partner_id, move_id, is_closed)
    values ($1, $2, $3)
    on conflict (partner_id) do update
    set move_id = excluded.move_id, is_closed = excluded.is_closed, is_over = false,
      closed_by = null, changed_at = clock_timestamp()
    where fence.move_id < excluded.move_id`,
    [partnerId, moveId, isClosed],
  )
}

/** Names each trigger by what it comes before; rows are refused whichever session writes them. */
const TRIGGERS = [
  { name: 'fence_insert', event: 'insert', row: 'new' },
  { name: 'fence_change', event: 'update or delete', row: 'old' },
] as const

/**
 * Brings the triggers of all tables up to the fences that the cell has. A table whose triggers are right
 * is not touched.
 */
export const refreshTriggers = async ({ pool }: MoveCell): Promise<void> => {
  for (const { name } of await partnerTables(pool)) await refreshTable(pool, name)
}

const refreshTable = async (pool: pg.Pool, table: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await withTransaction(pool, async (tx) => {
        const { wanted, present } = await conditionOf(tx, table)
        if (wanted === present) return
        await tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
        // Readers go on while triggers are made; to drop them locks readers out for a moment, too.
        const mode = wanted === null ? 'access exclusive' : 'share row exclusive'
        await tx.query(`lock table ${table} in ${mode} mode`)
        const { wanted: latest } = await conditionOf(tx, table)
        if (latest !== null || wanted === null) {
          for (const trigger of TRIGGERS) await tx.query(definitionOf(table, trigger, latest))
        }
      })
      return
    } catch (error) {
      if (!isLockTimeout(error) && !isLostRace(error)) throw error
      if (tries >= LOCK_TRIES_MAX) {
        throw new MoveProblem(
          `the table ${table} could not be fenced, because transactions that write to it follow each ` +
            'other without end. Look for a long one in pg_stat_activity, and resume the move',
          { cause: error },
        )
      }
    }
    await pause(LOCK_PAUSE_MS)
  }
}

const definitionOf = (
  table: string,
  { name, event, row }: (typeof TRIGGERS)[number],
  partners: string | null,
): string =>
  partners === null
    ? `drop trigger if exists ${name} on ${table}`
    : `create or replace trigger ${name} before ${event} on ${table} for each row
      when (${row}.partner_id = any ('${partners}'::integer[])) execute function refuse_moved()`

/** The partners in the condition of the triggers, as they should be and as they are; null for none. */
const conditionOf = async (
  tx: pg.ClientBase,
  table: string,
): Promise<{ wanted: string | null; present: string | null }> => {
  const { rows } = await tx.query<{ wanted: string | null; present: string | null }>(
    `select (
      select array_agg(partner_id order by partner_id)::text
      from partner_fences
      where is_closed or not is_over
    ) as wanted, (
      select string_agg(distinct substring(pg_get_triggerdef(oid) from '''(\\{[0-9,]+\\})'''), ' or ')
      from pg_trigger
      where tgrelid = $1::regclass and tgname = any ($2::text[]) and not tgisinternal
      having count(*) = 2
    ) as present`,
    [table, TRIGGERS.map(({ name }) => name)],
  )
  return rows[0] ?? { wanted: null, present: null }
}

/** @returns whether the fence is closed by this mover; false when the move is over there. */
export const closeFence = (cell: MoveCell, move: Move, mover: string): Promise<boolean> =>
  setFence(cell, move, `is_closed = true, closed_by = '${mover}'`, 'not is_over')

/** Opens the fence again if nobody else has closed it since: the move goes on later. */
export const reopenFence = (cell: MoveCell, move: Move, mover: string): Promise<boolean> =>
  setFence(cell, move, 'is_closed = false', `not is_over and closed_by = '${mover}'`)

/** Opens the fence for good: late commands of the move change nothing. */
export const liftFence = (cell: MoveCell, move: Move): Promise<boolean> =>
  setFence(cell, move, 'is_closed = false, is_over = true', 'true')

/** The fence stays closed for good. */
export const leaveFence = (cell: MoveCell, move: Move): Promise<boolean> =>
  setFence(cell, move, 'is_over = true', 'is_closed')

const setFence = ({ pool }: MoveCell, move: Move, changes: string, condition: string) =>
  withTransaction(pool, async (tx) => {
    // What was written before it is on the disk, and with the standbys, when this is.
    await tx.query('set local synchronous_commit = on')
    const { rowCount } = await tx.query(
      `update partner_fences set ${changes}, changed_at = clock_timestamp()
      where partner_id = $1 and move_id = $2 and ${condition}`,
      [move.partnerId, move.moveId],
    )
    return rowCount === 1
  })

/**
 * Holds the fence's row for the transaction, so that nothing happens to the partner's rows in the name of
 * a move that is over or older.
 *
 * @throws MoveProblem when this move has no closed fence in the cell.
 */
export const holdClosedFence = async (
  tx: pg.ClientBase,
  { partnerId, moveId }: Move,
): Promise<void> => {
  const { rowCount } = await tx.query(
    `select from partner_fences
    where partner_id = $1 and move_id = $2 and is_closed
    for share`,
    [partnerId, moveId],
  )
  if (rowCount === 1) return
  throw new MoveProblem(
    `the cell has no closed fence of this move: another process has finished or undone it. Nothing was changed`,
  )
}

/** Whether the cell obeys no more commands of the move. */
export const isOver = async (
  db: Pick<pg.ClientBase, 'query'>,
  { partnerId, moveId }: Move,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    'select from partner_fences where partner_id = $1 and move_id = $2 and not is_over',
    [partnerId, moveId],
  )
  return rowCount !== 1
}

/** A transaction that has locked a table of a partner to write to it. */
export type Writer = { transaction: string; session: string }

/** Those that may have passed the fence before it closed: all that hold a writer's lock now. */
export const writersInProgress = async (
  { pool }: MoveCell,
  tables: readonly string[],
): Promise<Writer[]> => {
  const { rows } = await pool.query<Writer>(
    `select distinct held.virtualtransaction as transaction,
      format('pid %s (%s)', held.pid, coalesce(nullif(activity.application_name, ''), 'unnamed'))
        as session
    from pg_locks held
    left join pg_stat_activity activity using (pid)
    where held.database = (select oid from pg_database where datname = current_database())
      and held.granted and held.mode = any ($2::text[])
      and held.relation = any (array(
        select relid from unnest($1::regclass[]) as root, lateral (
          select relid::oid from pg_partition_tree(root)
          union all
          select root::oid
        ) as tree
      ))
      and held.pid is distinct from pg_backend_pid()
      -- A subscription that brings another partner here writes for that one alone.
      and activity.backend_type is distinct from 'logical replication apply worker'
      and activity.backend_type is distinct from 'logical replication tablesync worker'
      and activity.backend_type is distinct from 'logical replication parallel worker'`,
    [tables, ['RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']],
  )
  return rows
}

/** Which of these transactions still run. */
export const stillRunning = async (
  { pool }: MoveCell,
  writers: readonly Writer[],
): Promise<Writer[]> => {
  if (writers.length === 0) return []
  const { rows } = await pool.query<{ transaction: string }>(
    `select distinct virtualtransaction as transaction from pg_locks
    where virtualtransaction = any ($1::text[])`,
    [writers.map(({ transaction }) => transaction)],
  )
  const running = new Set(rows.map(({ transaction }) => transaction))
  return writers.filter(({ transaction }) => running.has(transaction))
}
