import type pg from 'pg'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { endRemittance } from './end.ts'
import { findRemittance } from './find.ts'
import type { RemittanceRow } from './remittance.ts'

export type CancelResult =
  | { ok: true; remittance: RemittanceRow }
  | { ok: false; code: 'REMITTANCE404_NOT_FOUND' | 'REMITTANCE409_WRONG_STATUS' }

/** The channel takes an announcement back. A repetition gets the same answer. */
export const cancelRemittance = (
  pool: pg.Pool,
  channelId: number,
  remittanceId: string,
): Promise<CancelResult> =>
  withTransaction(pool, async (tx): Promise<CancelResult> => {
    if ((await findRemittance(tx, channelId, remittanceId)) === null) {
      return { ok: false, code: 'REMITTANCE404_NOT_FOUND' }
    }
    const cancelled = await endRemittance(tx, remittanceId, null)
    if (cancelled !== null) return { ok: true, remittance: cancelled }
    const remittance = await findRemittance(tx, channelId, remittanceId)
    if (remittance?.status === 'cancelled') return { ok: true, remittance }
    return { ok: false, code: 'REMITTANCE409_WRONG_STATUS' }
  })
