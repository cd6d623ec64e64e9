/**
 * A resend of all partners over all cells (W177): each cell has the parts of its own partners, with one
 * id, and works through them by itself.
 */
import { RESEND_EVENTS_MAX } from '@wasl/protocol'
import { isHere } from '../../base/database/fenced.ts'
import type { Actor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { cancelParts, cancelResend, noteCancel } from './cancel.ts'
import { countEvents, sumOf } from './count.ts'
import { listResends, readResend } from './read.ts'
import type { ResendFilter, ResendRow } from './resend.ts'
import { addParts, noteResend, removeParts, startResend, type Start } from './start.ts'

export const countInAll = async (cells: EveryCell, filter: ResendFilter): Promise<number> => {
  const counts = await cells.read(({ operatorLists }, leftOut) =>
    countEvents(operatorLists, filter, leftOut),
  )
  return sumOf(counts.flat())
}

/**
 * Begins a resend in every cell, each by a transaction of its own; the control cell comes last and notes
 * it. A process that dies in between leaves parts that run, and that the list shows.
 */
export const startInAll = async (
  cells: EveryCell,
  filter: ResendFilter,
  perHourMax: number,
  by: Actor,
): Promise<Start> => {
  const { control } = cells
  if (cells.isAlone) {
    return startResend(control.pool, control.operatorLists, filter, perHourMax, by)
  }
  const count = await countInAll(cells, filter)
  if (count > RESEND_EVENTS_MAX) return 'too many'
  const { rows } = await control.pool.query<{ id: string }>('select new_id(0) as id')
  const resendId = rows[0]?.id ?? ''
  let isRunning = false
  await cells.act(async (db) => {
    if (isRunning) return
    const known = await db.pool.query<{ here: boolean; partner_id: number }>(
      `select partner_id, ${isHere('partner_id')} as here from partners`,
    )
    const here = new Set(known.rows.flatMap((row) => (row.here ? [row.partner_id] : [])))
    const own = await countEvents(db.operatorLists, filter)
    const parts = own.filter(({ partner_id }) => here.has(partner_id))
    // A resend without events is recorded too: it is finished.
    if (db === control && count === 0) parts.push({ partner_id: 0, count: 0 })
    await withTransaction(db.pool, async (tx) => {
      if (parts.length > 0) {
        isRunning = (await addParts(tx, { filter, perHourMax, parts, resendId }, by)) === null
      }
      if (db === control && !isRunning) await noteResend(tx, { filter, resendId, count }, by)
    })
  })
  if (!isRunning) return { resendId }
  await cells.act(({ pool }) => removeParts(pool, resendId))
  return 'running'
}

export const readInAll = async (cells: EveryCell, resendId: string): Promise<ResendRow | null> => {
  const rows = await cells.read(({ operatorLists }, leftOut) =>
    readResend(operatorLists, resendId, null, leftOut),
  )
  const parts = rows.filter((row) => row !== null)
  return parts.length === 0 ? null : whole(parts)
}

export const listInAll = async (
  cells: EveryCell,
  partnerId: number | null,
  page: { limit: number; beforeId: string | null },
): Promise<ResendRow[]> => {
  const rows = await cells.read(({ operatorLists }, leftOut) =>
    listResends(operatorLists, partnerId, page, leftOut),
  )
  return [...Map.groupBy(rows.flat(), ({ resend_id }) => resend_id).values()]
    .map(whole)
    .toSorted((one, other) => (one.resend_id < other.resend_id ? 1 : -1))
    .slice(0, page.limit)
}

/** Ends the parts of all cells that are running. */
export const cancelInAll = async (cells: EveryCell, resendId: string, by: Actor): Promise<void> => {
  if (cells.isAlone) return cancelResend(cells.control.pool, resendId, null, by)
  let cancelled = 0
  await cells.act((db) =>
    withTransaction(db.pool, async (tx) => {
      cancelled += await cancelParts(tx, resendId, null)
      if (db === cells.control && cancelled > 0) await noteCancel(tx, resendId, null, by)
    }),
  )
}

/** The parts of several cells as one: it is running while one of them is. */
const whole = (parts: ResendRow[]): ResendRow => {
  const [first] = parts as [ResendRow]
  if (parts.length === 1) return first
  const statuses = new Set(parts.map(({ status }) => status))
  const status = (['running', 'cancelled'] as const).find((one) => statuses.has(one))
  const sum = (of: (part: ResendRow) => number): number =>
    parts.reduce((all, part) => all + of(part), 0)
  const ends = parts.flatMap(({ finished_at }) => finished_at ?? [])
  return {
    ...first,
    status: status ?? 'finished',
    count: sum((part) => part.count),
    sent: sum((part) => part.sent),
    left_out: sum((part) => part.left_out),
    asked_at: parts.map(({ asked_at }) => asked_at).toSorted((a, b) => +a - +b)[0] as Date,
    finished_at: status === 'running' ? null : (ends.toSorted((a, b) => +a - +b).at(-1) ?? null),
  }
}
