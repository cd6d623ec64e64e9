import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { makeFolder } from '../../base/files/make-folder.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { addUpBooks, replaceBooks } from './archive-books.ts'
import { detachPeriod, type Patience } from './detach.ts'
import { exportTable, type ExportedTable } from './export-table.ts'
import { keepReferences } from './keep-references.ts'
import { after, boundsOf, partitionName, type Period } from '../../base/database/period.ts'
import {
  ATTEMPTS,
  AUDIT_LOG,
  BOOKS,
  PAYMENTS,
  readPeriods,
  type Group,
  type Partitions,
} from './tables.ts'

/** From this period on nothing is dropped; null keeps all. */
export type KeptFrom = {
  /** Months, such as `2026-11`. */
  payments: Period | null
  auditLog: Period | null
  /** The books are only dropped with a folder for them, whatever their age. */
  books: Period | null
  /** A day, such as `2026-11-21`. */
  attempts: Period | null
}

export type RetainRequest = Patience & {
  by: Actor
  keptFrom: KeptFrom
  /** Where partitions are exported before they are dropped; without it only attempts are dropped. */
  exportDir: string | null
  /** Whether a month is dropped although events of it failed for good. */
  withFailed?: boolean
  /** Called for each period that cannot be dropped yet, and why. */
  onKept?: (what: string, reason: string) => void
  /** Asked before each step; true ends the run, and the next one goes on there. */
  isStopping?: () => boolean
}

export type Dropped = { what: string; tables: string[]; exported: ExportedTable[] }

/** Of several processes one does this work. */
const ADVISORY_LOCK = 7_391_004

/**
 * Drops what is older than it must be kept, the oldest period first: keeps what its references still
 * say, detaches its partitions, exports them, checks the files, drops the tables. Each step can be
 * interrupted at any moment; the next run finds what was begun and goes on.
 *
 * @returns what was dropped; null when another process is at it.
 * @throws Error when a period could not be detached or exported; nothing of it was dropped then.
 */
export const retain = async (pool: pg.Pool, request: RetainRequest): Promise<Dropped[] | null> => {
  const client = await pool.connect()
  let isLocked = false
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [ADVISORY_LOCK],
    )
    isLocked = rows[0]?.locked === true
    return isLocked ? await retainAll(pool, request) : null
  } finally {
    if (isLocked) {
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined)
    }
    client.release()
  }
}

const retainAll = async (pool: pg.Pool, request: RetainRequest): Promise<Dropped[]> => {
  const { payments, attempts, auditLog, books } = request.keptFrom
  return [
    ...(await retainGroup(pool, request, PAYMENTS, payments)),
    ...(await retainGroup(pool, request, ATTEMPTS, attempts)),
    ...(await retainGroup(pool, request, AUDIT_LOG, auditLog)),
    ...(await retainGroup(pool, request, BOOKS, request.exportDir === null ? null : books)),
  ]
}

const retainGroup = async (
  pool: pg.Pool,
  request: RetainRequest,
  group: Group,
  keptFrom: Period | null,
): Promise<Dropped[]> => {
  const dropped: Dropped[] = []
  for (const partitions of await readPeriods(pool, group)) {
    const isOld = keptFrom !== null && partitions.period < keptFrom
    // A period that was detached by an earlier run is dropped, whatever is kept now.
    if (!isOld && partitions.detached.length === 0) continue
    if (request.isStopping?.()) break
    if (isOld && !(await takeOut(pool, request, group, partitions, keptFrom))) break
    const tables = [...partitions.detached, ...(isOld ? partitions.attached : [])]
    dropped.push(await dropTables(pool, request, group, { ...partitions, detached: tables }))
  }
  return dropped
}

/** @returns whether all partitions of the period are detached now. */
const takeOut = async (
  pool: pg.Pool,
  request: RetainRequest,
  group: Group,
  partitions: Partitions,
  keptFrom: Period,
): Promise<boolean> => {
  if (partitions.attached.length === 0) return true
  if (group === BOOKS) return takeBooksOut(pool, request, partitions, keptFrom)
  const { period, attached } = partitions
  const isKept = async (client: pg.ClientBase | pg.Pool): Promise<boolean> => {
    if (group !== PAYMENTS) return false
    const reason = await whyKept(client, partitions, request.withFailed === true)
    if (reason !== null) request.onKept?.(`${group.name} of ${period}`, reason)
    return reason !== null
  }
  if (await isKept(pool)) return false
  const payments = partitionName('payments', period)
  if (attached.includes(payments)) await keepReferences(pool, payments)
  const finish = async (tx: pg.ClientBase): Promise<boolean> => !(await isKept(tx))
  return detachPeriod(pool, request.by, group, partitions, { finish }, request)
}

const takeBooksOut = async (
  pool: pg.Pool,
  request: RetainRequest,
  partitions: Partitions,
  keptFrom: Period,
): Promise<boolean> => {
  const { period } = partitions
  const isFree = (reason: string | null): boolean => {
    if (reason !== null) request.onKept?.(`${BOOKS.name} of ${period}`, reason)
    return reason === null
  }
  if (!isFree(await addUpBooks(pool, period, keptFrom))) return false
  const later = (await readPeriods(pool, BOOKS)).find(
    (other) => other.period > period && other.attached.length > 0,
  )
  const next = later?.period ?? after(period, 1)
  const begin = async (tx: pg.ClientBase) => isFree(await replaceBooks(tx, period, next))
  return detachPeriod(pool, request.by, BOOKS, partitions, { begin }, request)
}

/** What of a month is not over, attached or detached a moment ago; null when all is. */
const whyKept = async (
  client: pg.ClientBase | pg.Pool,
  { period, attached }: Partitions,
  withFailed: boolean,
): Promise<string | null> => {
  const deliveries = partitionName('webhook_deliveries', period)
  const source = attached.includes(deliveries) ? deliveries : 'webhook_deliveries'
  const refunds = partitionName('refunds', period)
  const { rows } = await client.query<Reasons>(
    `select
      exists (select from open_locks where payment_id >= $1 and payment_id < $2) as locked,
      exists (
        select from ${source}
        where event_id >= $1 and event_id < $2 and due_at is not null
      ) as owed,
      exists (
        select from ${source}
        where event_id >= $1 and event_id < $2
          and failed_at is not null and delivered_at is null
      ) as failed,
      exists (
        select from ${attached.includes(refunds) ? refunds : 'refunds'}
        where refund_id >= $1 and refund_id < $2 and status in ('requested', 'made')
      ) as refundable`,
    boundsOf(period),
  )
  const { locked, owed, failed, refundable } = rows[0] ?? ALL_REASONS
  if (locked) return 'a payment of it is locked'
  if (refundable) return 'a refund of it is neither paid nor expired'
  if (owed) return 'an event of it is still owed to its partner'
  if (failed && !withFailed) return 'an event of it failed and was never delivered'
  return null
}

type Reasons = { locked: boolean; owed: boolean; failed: boolean; refundable: boolean }

const ALL_REASONS: Reasons = { locked: true, owed: true, failed: true, refundable: true }

const dropTables = async (
  pool: pg.Pool,
  { by, exportDir, isStopping }: RetainRequest,
  group: Group,
  { period, detached }: Partitions,
): Promise<Dropped> => {
  const what = `${group.name} of ${period}`
  if (exportDir === null && group !== ATTEMPTS) {
    throw new Error(`the ${what} are detached and not dropped, because WASL_EXPORT_DIR is not set`)
  }
  if (group === PAYMENTS && detached.includes(partitionName('payments', period))) {
    // What came in while the references were written, before the month was detached.
    await keepReferences(pool, partitionName('payments', period))
  }
  const exported: ExportedTable[] = []
  if (exportDir !== null) {
    makeFolder(exportDir)
    for (const table of detached) {
      if (isStopping?.()) return { what, tables: [], exported }
      exported.push(await exportTable(pool, table, exportDir))
    }
  }
  for (const [index, table] of detached.entries()) {
    await withTransaction(pool, async (tx) => {
      await tx.query(`drop table ${table}`)
      await appendAudit(tx, by, {
        partnerId: WHOLE_PLATFORM,
        action: 'retention.drop',
        subject: table,
        details: exported[index] ?? {},
      })
    })
  }
  return { what, tables: detached, exported }
}
