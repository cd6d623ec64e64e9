import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { BY_TOLERANCE } from '../../../base/audit/append.ts'
import type { Account } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import type { Behind } from '../../../parties/people/persons-behind.ts'
import { applyOutcome } from './apply-outcome.ts'
import { VARIANCE_COLUMNS, type VarianceRow, type VarianceSource } from './variance.ts'

export type FoundDifference = {
  channelId: number
  /** What was counted: the cash of a holder, or a bag in transit. */
  account: Account
  source: VarianceSource
  sourceId: string
  /** What was counted minus what was expected. */
  difference: Centimes
  /** The channel, or the holder of the operator's key, that counted. */
  foundBy: string
  /** The persons behind them, when an operator counted. */
  foundBehind?: Behind | undefined
  /** The user of the channel who counted; null for its key, and for operators. */
  foundByUser?: number | null
  /** The wire id of that key. */
  actor: string
}

/**
 * Records what a count found, in the transaction of the count: the difference moves from the account to
 * the variance, or back (D30). Null when there is no difference. Call it once for each source.
 */
export const recordVariance = async (
  tx: pg.ClientBase,
  {
    channelId,
    account,
    source,
    sourceId,
    difference,
    foundBy,
    foundBehind,
    foundByUser,
    actor,
  }: FoundDifference,
): Promise<VarianceRow | null> => {
  if (difference === 0) return null
  const kind = difference < 0 ? 'short' : 'over'
  const amount = Math.abs(difference)
  const { rows } = await tx.query<VarianceRow>(
    `insert into variances (variance_id, channel_id, owner, source, source_id, kind, amount, status,
      found_at, found_by, found_by_user, made_behind)
    values (new_id(0), $1, $2, $3, $4, $5, $6, 'open', wasl_now(), $7, $8, $9)
    returning ${VARIANCE_COLUMNS}`,
    [
      channelId,
      account.owner,
      source,
      sourceId,
      kind,
      amount,
      foundBy,
      foundByUser ?? null,
      foundBehind ?? null,
    ],
  )
  const [variance] = rows
  if (variance === undefined) throw new Error('the new variance was not stored')
  const held: Account = { kind: 'variance', owner: variance.variance_id }
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId: variance.variance_id,
      ...(kind === 'short'
        ? { code: 'COUNT_SHORT', debit: held, credit: account }
        : { code: 'COUNT_OVER', debit: account, credit: held }),
      amount,
      actor,
    },
  ])
  const tolerance = await toleranceOf(tx, channelId)
  if (amount > tolerance) return variance
  const decided = { outcome: 'over_short', decidedBy: BY_TOLERANCE, tolerance, actor } as const
  return applyOutcome(tx, variance, decided)
}

const toleranceOf = async (tx: pg.ClientBase, channelId: number): Promise<Centimes> => {
  const { rows } = await tx.query<{ count_tolerance: Centimes }>(
    'select count_tolerance from channels where channel_id = $1',
    [channelId],
  )
  return rows[0]?.count_tolerance ?? 0
}
