import type pg from 'pg'
import { SHIFT_COLUMNS, SHIFT_STEPS, type ShiftRow, type ShiftStep } from './shift.ts'

/**
 * The only statement that changes the status of a shift. Null when its status does not allow the step.
 */
export const moveShift = async (
  tx: pg.ClientBase,
  shiftId: string,
  step: ShiftStep,
): Promise<ShiftRow | null> => {
  const { from, to } = SHIFT_STEPS[step]
  const { rows } = await tx.query<ShiftRow>(
    `update shifts set
      status = $3,
      counting_at = case when $3 in ('counting', 'counted') then coalesce(counting_at, now.at)
        else counting_at end,
      counted_at = case $3 when 'counted' then now.at else counted_at end,
      reviewed_at = case $3 when 'reviewed' then now.at else reviewed_at end,
      closed_at = case $3 when 'closed' then now.at else closed_at end
    from (select wasl_now() as at) as now
    where shift_id = $1 and status = any($2::text[])
    returning ${SHIFT_COLUMNS}`,
    [shiftId, from, to],
  )
  return rows[0] ?? null
}
