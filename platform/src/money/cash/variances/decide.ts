import type { VarianceOutcome } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { isSamePerson } from '../../../parties/people/persons-behind.ts'
import { agentNumber } from '../../../base/wire-ids.ts'
import { moveShift } from '../shifts/move.ts'
import { applyOutcome } from './apply-outcome.ts'
import { isPossible, VARIANCE_COLUMNS, type VarianceRow } from './variance.ts'

export type DecideResult =
  | { ok: true; variance: VarianceRow }
  | {
      ok: false
      code:
        | 'VARIANCE404_NOT_FOUND'
        | 'VARIANCE409_DECIDED'
        | 'VARIANCE409_WRONG_OUTCOME'
        | 'APPROVAL409_SAME_PERSON'
    }

/** A channel whose supervisor decides. Null: its key, behind which nobody knows who counted. */
export type DecidingChannel = { channelId: number; userId: number | null }

/**
 * A channel decides on the cash of its agents. On a bag, and on the safe, whose cash those move who would
 * decide, the operator does.
 */
const isWithin = (variance: VarianceRow, within: DecidingChannel | null): boolean =>
  within === null ||
  (variance.channel_id === within.channelId && agentNumber(variance.owner) !== null)

/** A shortage of nobody is the operator's loss, which only the operator takes. */
const isLossOfOperator = (
  { kind }: VarianceRow,
  outcome: VarianceOutcome,
  within: DecidingChannel | null,
): boolean => within !== null && kind === 'short' && outcome === 'over_short'

const hasCounted = (variance: VarianceRow, within: DecidingChannel | null): boolean =>
  within !== null && (within.userId === null || within.userId === variance.found_by_user)

/**
 * A second person decides whose a difference is (D30). The person who counted does not decide. The same
 * decision again gets the same answer.
 */
export const decideVariance = (
  pool: pg.Pool,
  varianceId: string,
  { outcome, reason }: { outcome: VarianceOutcome; reason: string },
  by: OperatorActor,
  within: DecidingChannel | null = null,
): Promise<DecideResult> =>
  withTransaction(pool, async (tx): Promise<DecideResult> => {
    const variance = await holdVariance(tx, varianceId)
    if (variance === null || !isWithin(variance, within))
      return { ok: false, code: 'VARIANCE404_NOT_FOUND' }
    if (variance.status === 'decided') {
      if (variance.outcome === outcome) return { ok: true, variance }
      return { ok: false, code: 'VARIANCE409_DECIDED' }
    }
    const found = { behind: variance.made_behind, name: variance.found_by }
    if (isSamePerson(found, by) || hasCounted(variance, within))
      return { ok: false, code: 'APPROVAL409_SAME_PERSON' }
    if (!isPossible(variance, outcome) || isLossOfOperator(variance, outcome, within)) {
      return { ok: false, code: 'VARIANCE409_WRONG_OUTCOME' }
    }
    const actor = by.id ?? by.name
    const decidedBy = by.holder
    const decided = await applyOutcome(tx, variance, { outcome, decidedBy, reason, actor })
    if (variance.source === 'shift') await review(tx, variance.source_id)
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'variance.decide',
      subject: varianceId,
      details: { outcome, reason, kind: variance.kind, amount: variance.amount },
    })
    return { ok: true, variance: decided }
  })

const holdVariance = async (tx: pg.ClientBase, varianceId: string): Promise<VarianceRow | null> => {
  const { rows } = await tx.query<VarianceRow>(
    `select ${VARIANCE_COLUMNS} from variances where variance_id = $1 for update`,
    [varianceId],
  )
  return rows[0] ?? null
}

/** A shift with an open variance is counted, and stays so until the variance is decided. */
const review = async (tx: pg.ClientBase, shiftId: string): Promise<void> => {
  if ((await moveShift(tx, shiftId, 'review')) === null) {
    throw new Error(`the shift ${shiftId} has an open variance and is not counted`)
  }
}
