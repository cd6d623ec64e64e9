import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { HANDOVER_COLUMNS, HANDOVER_ENDS, type HandoverEnd, type HandoverRow } from './handover.ts'

export type Ending = {
  end: HandoverEnd
  /** What the receiver counted; only with `receive`. */
  counted?: Centimes
  reason?: string | undefined
}

/**
 * The only statement that changes the status of a handover. Null when it is not `offered` any more.
 * The caller moves the cash in the same transaction.
 */
export const endHandover = async (
  tx: pg.ClientBase,
  handoverId: string,
  { end, counted, reason }: Ending,
): Promise<HandoverRow | null> => {
  const { rows } = await tx.query<HandoverRow>(
    `update handovers
    set status = $2, counted = $3, reason = $4, ended_at = wasl_now()
    where handover_id = $1 and status = 'offered'
    returning ${HANDOVER_COLUMNS}`,
    [handoverId, HANDOVER_ENDS[end], counted ?? null, reason ?? null],
  )
  return rows[0] ?? null
}
