import type pg from 'pg'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { endHandover } from './end.ts'
import { findHandover } from './find.ts'
import { HANDOVER_ENDS, type HandoverEnd, type HandoverRow } from './handover.ts'

export type Closing = {
  channelId: number
  handoverId: string
  end: Exclude<HandoverEnd, 'receive'>
  reason: string | undefined
}

export type CloseResult =
  | { ok: true; handover: HandoverRow }
  | { ok: false; code: 'HANDOVER404_NOT_FOUND' | 'HANDOVER409_WRONG_STATUS' }

/** Ends a handover without a receipt: nothing moves. A repetition gets the same answer. */
export const closeHandover = (
  pool: pg.Pool,
  { channelId, handoverId, end, reason }: Closing,
): Promise<CloseResult> =>
  withTransaction(pool, async (tx): Promise<CloseResult> => {
    const known = await findHandover(tx, channelId, handoverId)
    if (known === null) return { ok: false, code: 'HANDOVER404_NOT_FOUND' }
    const ended = await endHandover(tx, handoverId, { end, reason })
    if (ended !== null) return { ok: true, handover: ended }
    // It ended before this request, or while this request waited for its row.
    const handover = await findHandover(tx, channelId, handoverId)
    if (handover?.status === HANDOVER_ENDS[end]) return { ok: true, handover }
    return { ok: false, code: 'HANDOVER409_WRONG_STATUS' }
  })
