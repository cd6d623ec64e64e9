import type pg from 'pg'
import { NO_PARTNER } from '../../../ledger/post.ts'
import type { VarianceRow } from '../variances/variance.ts'

/** Opens the case of a surplus that belongs to a payer; returns its id. */
export const openVarianceCase = async (
  tx: pg.ClientBase,
  variance: Pick<VarianceRow, 'variance_id' | 'channel_id' | 'owner' | 'amount' | 'found_at'>,
): Promise<string> => {
  const { variance_id: varianceId, channel_id: channelId, owner, amount } = variance
  const { rows } = await tx.query<{ case_id: string }>(
    `insert into cases (partner_id, case_id, channel_id, variance_id, amount, taken_by, taken_at,
      reported_at, status)
    values ($1, new_id($1), $2, $3, $4, $5, $6, wasl_now(), 'open')
    returning case_id`,
    [NO_PARTNER, channelId, varianceId, amount, owner, variance.found_at],
  )
  const caseId = rows[0]?.case_id
  if (caseId === undefined) throw new Error('the new case was not stored')
  return caseId
}
