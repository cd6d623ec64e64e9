/**
 * The link of a move: the source publishes the partner's rows, and the target subscribes to them.
 */
import type pg from 'pg'
import { withTransaction } from '../base/database/with-transaction.ts'
import { pause } from '../base/chance.ts'
import { holdClosedFence, isOver } from './fence.ts'
import { MoveProblem, type Move, type MoveCell, type MoveCells } from './move.ts'
import { partnerTables, type PartnerTable } from './tables.ts'

const publicationOf = ({ partnerId }: Move): string => `wasl_move_${partnerId}`
const subscriptionOf = publicationOf

/** Publishes the rows of the partner in every table, under the table's own name whatever its partition. */
export const publish = async ({ pool }: MoveCell, move: Move): Promise<void> => {
  const tables = await partnerTables(pool)
  const { rowCount } = await pool.query('select from pg_publication where pubname = $1', [
    publicationOf(move),
  ])
  const list = tables.map((table) => publishedOf(table, move)).join(', ')
  await pool.query(
    rowCount === 1
      ? `alter publication ${publicationOf(move)} set table ${list}`
      : `create publication ${publicationOf(move)} for table ${list}
        with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
  )
}

const publishedOf = ({ name, columns }: PartnerTable, { partnerId }: Move): string =>
  `${name}${columns === null ? '' : ` (${columns.join(', ')})`} where (partner_id = ${partnerId})`

type Slot = { name: string; exists: boolean; confirmed: string | null; isLost: boolean }

/** Slots are named within a whole server, which may have several cells. */
export const readSlot = async ({ pool }: MoveCell, { partnerId }: Move): Promise<Slot> => {
  const { rows } = await pool.query<Slot>(
    `select wanted.name, slot_name is not null as exists,
      confirmed_flush_lsn::text as confirmed, coalesce(wal_status = 'lost', false) as "isLost"
    from (
      select format('wasl_move_%s_%s', oid, $1::integer) as name
      from pg_database
      where datname = current_database()
    ) as wanted
    left join pg_replication_slots on slot_name = wanted.name`,
    [partnerId],
  )
  return rows[0] as Slot
}

/**
 * Makes the slot and the subscription, if they are missing. The slot comes first, so that both cells may
 * be databases of one server. The subscription is made under the target's fence: a late command of a
 * move that was undone finds it over.
 */
export const subscribe = async ({ source, target }: MoveCells, move: Move): Promise<void> => {
  const slot = await readSlot(source, move)
  if (!slot.exists) {
    await source.pool.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [
      slot.name,
    ])
  }
  await withTransaction(target.pool, async (tx) => {
    await holdClosedFence(tx, move)
    if ((await isOver(tx, move)) || (await hasSubscription(tx, move))) return
    const connection = source.url.replaceAll("'", "''")
    // Each applied transaction is on the target's disk before the source hears of it.
    await tx.query(
      `create subscription ${subscriptionOf(move)} connection '${connection}'
      publication ${publicationOf(move)}
      with (create_slot = false, slot_name = '${slot.name}', synchronous_commit = 'on')`,
    )
  })
}

const hasSubscription = async (tx: pg.ClientBase, move: Move): Promise<boolean> => {
  const { rowCount } = await tx.query(OWN_SUBSCRIPTION, [subscriptionOf(move)])
  return rowCount === 1
}

const OWN_SUBSCRIPTION = `
  select own.oid from pg_subscription own
  where subname = $1
    and subdbid = (select oid from pg_database where datname = current_database())`

export type CopyProgress = { tables: number; copied: number; failures: number }

/** How many tables have been copied, and how often replication has failed since the link was made. */
export const readCopyProgress = async (
  { pool }: MoveCell,
  move: Move,
): Promise<CopyProgress | null> => {
  const { rows } = await pool.query<CopyProgress>(
    `select count(*)::int as tables, (count(*) filter (where srsubstate = 'r'))::int as copied,
      coalesce(max(apply_error_count + sync_error_count), 0)::int as failures
    from (${OWN_SUBSCRIPTION}) as subscription
    join pg_subscription_rel on srsubid = subscription.oid
    left join pg_stat_subscription_stats on subid = subscription.oid
    having count(*) > 0`,
    [subscriptionOf(move)],
  )
  return rows[0] ?? null
}

/**
 * Where the source's log ends on its disk: after everything that was committed before.
 */
export const readPosition = async ({ pool }: MoveCell): Promise<string> => {
  const { rows } = await pool.query<{ position: string }>(
    'select pg_current_wal_flush_lsn()::text as position',
  )
  return rows[0]?.position as string
}

/**
 * How many bytes of the source's log the target has not confirmed, up to a position.
 *
 * @throws MoveProblem when the slot is gone: changes may be lost, so the copy is of no use.
 */
export const readLag = async (source: MoveCell, move: Move, position: string): Promise<number> => {
  const slot = await readSlot(source, move)
  if (!slot.exists || slot.isLost || slot.confirmed === null) {
    throw new MoveProblem(
      `the replication slot ${slot.name} of the source is gone, which happens when its server fails ` +
        'over or runs out of room. Undo the move, and begin it again',
    )
  }
  const { rows } = await source.pool.query<{ lag: number }>(
    'select greatest(pg_wal_lsn_diff($1, $2), 0)::bigint as lag',
    [position, slot.confirmed],
  )
  return rows[0]?.lag ?? 0
}

/** The target no longer follows the source. The subscription goes first, then what it used. */
export const unlink = async ({ source, target }: MoveCells, move: Move): Promise<void> => {
  const name = subscriptionOf(move)
  await withTransaction(target.pool, async (tx) => {
    await tx.query(
      'update partner_fences set is_over = true where partner_id = $1 and move_id = $2',
      [move.partnerId, move.moveId],
    )
    if (!(await hasSubscription(tx, move))) return
    await tx.query(`alter subscription ${name} disable`)
    await tx.query(`alter subscription ${name} set (slot_name = none)`)
    await tx.query(`drop subscription ${name}`)
  })
  await dropSlots(source, move)
  await source.pool.query(`drop publication if exists ${publicationOf(move)}`)
}

const SLOT_TRIES_MAX = 100
const SLOT_PAUSE_MS = 100

/** The subscription's own slot, and those that copied single tables and were left. */
const dropSlots = async ({ pool }: MoveCell, move: Move): Promise<void> => {
  const slot = { name: `wasl_move_%_${move.partnerId}` }
  for (let tries = 1; ; tries += 1) {
    const { rows } = await pool.query<{ slot_name: string; active_pid: number | null }>(
      `select slot_name, active_pid from pg_replication_slots
      where database = current_database() and slot_name like $1`,
      [slot.name.replaceAll('_', String.raw`\_`)],
    )
    if (rows.length === 0) return
    if (tries > SLOT_TRIES_MAX) {
      throw new MoveProblem(
        `the replication slot ${rows[0]?.slot_name} is used by the process ${rows[0]?.active_pid} ` +
          'of the source and cannot be dropped. Resume or undo again when that has ended',
      )
    }
    for (const { slot_name: name, active_pid: pid } of rows) {
      if (pid === null)
        await pool.query('select pg_drop_replication_slot($1)', [name]).catch(() => 0)
      else await pool.query('select pg_terminate_backend($1)', [pid])
    }
    await pause(SLOT_PAUSE_MS)
  }
}
