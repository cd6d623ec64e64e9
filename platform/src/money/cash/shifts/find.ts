import type { ShiftStatus } from '@wasl/protocol'
import type pg from 'pg'
import { SHIFT_COLUMNS, type ShiftRow, type ShiftWithCount } from './shift.ts'

export type ShiftFilter = {
  channelId: number | null
  shiftId: string | null
  agentId: number | null
  status: ShiftStatus | null
}

const NO_FILTER: ShiftFilter = { channelId: null, shiftId: null, agentId: null, status: null }

const READ = `
  select ${SHIFT_COLUMNS}, (
    select json_build_object(
      'denominations', count.denominations, 'counted', count.counted, 'expected', count.expected,
      'open_locks', count.open_locks, 'variance_id', (
        select variance_id from variances where source_id = count.shift_id
      )
    )
    from shift_counts count
    where count.shift_id = shifts.shift_id
  ) as count
  from shifts
  where ($1::int is null or channel_id = $1)
    and ($2::uuid is null or shift_id = $2)
    and ($3::int is null or agent_id = $3)
    and ($4::text is null or status = $4)
    and ($5::uuid is null or shift_id < $5)
  order by shift_id desc
  limit $6`

/** Shifts, the newest first. */
export const listShifts = async (
  db: pg.ClientBase | pg.Pool,
  { channelId, shiftId, agentId, status }: ShiftFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<ShiftWithCount[]> => {
  const values = [channelId, shiftId, agentId, status, beforeId, limit]
  return (await db.query<ShiftWithCount>(READ, values)).rows
}

/** A shift with its count; null when it does not exist, or is of another channel than the one given. */
export const findShift = async (
  db: pg.ClientBase | pg.Pool,
  { channelId, shiftId }: { channelId: number | null; shiftId: string },
): Promise<ShiftWithCount | null> => {
  const page = { limit: 1, beforeId: null }
  const [shift] = await listShifts(db, { ...NO_FILTER, channelId, shiftId }, page)
  return shift ?? null
}

/** A channel's shift, locked until the transaction ends; null for any other. */
export const holdShift = async (
  tx: pg.ClientBase,
  { channelId, shiftId }: { channelId: number; shiftId: string },
): Promise<ShiftRow | null> => {
  const { rows } = await tx.query<ShiftRow>(
    `select ${SHIFT_COLUMNS} from shifts where shift_id = $1 and channel_id = $2 for update`,
    [shiftId, channelId],
  )
  return rows[0] ?? null
}
