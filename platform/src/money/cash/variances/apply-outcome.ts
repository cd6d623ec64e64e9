import type { Centimes, VarianceOutcome } from '@wasl/protocol'
import type pg from 'pg'
import { openVarianceCase } from '../cases/open.ts'
import type { Account } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import { accountOf, VARIANCE_COLUMNS, type VarianceRow } from './variance.ts'

export type Decided = {
  outcome: VarianceOutcome
  decidedBy: string
  reason?: string
  /** The tolerance that decides. */
  tolerance?: Centimes
  /** The wire id of the key. */
  actor: string
}

/**
 * The only statement that decides a variance: its account is emptied to that of the outcome. The
 * caller holds the row, and has checked that the variance is open and the outcome possible.
 */
export const applyOutcome = async (
  tx: pg.ClientBase,
  variance: VarianceRow,
  { outcome, decidedBy, reason, tolerance, actor }: Decided,
): Promise<VarianceRow> => {
  const { variance_id: varianceId, kind, amount } = variance
  const caseId = outcome === 'payer_held' ? await openVarianceCase(tx, variance) : null
  const { rows } = await tx.query<VarianceRow>(
    `update variances set status = 'decided', outcome = $2, decided_by = $3, reason = $4,
      case_id = $5, tolerance = $6, decided_at = wasl_now()
    where variance_id = $1 and status = 'open'
    returning ${VARIANCE_COLUMNS}`,
    [varianceId, outcome, decidedBy, reason ?? null, caseId, tolerance ?? null],
  )
  const [decided] = rows
  if (decided === undefined) throw new Error(`the variance ${varianceId} is not open`)
  const held: Account = { kind: 'variance', owner: varianceId }
  const goal: Account =
    outcome === 'payer_held'
      ? { kind: 'payer_held', owner: caseId as string }
      : accountOf(outcome, variance)
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId: varianceId,
      ...(kind === 'short'
        ? { code: 'SHORT', debit: goal, credit: held }
        : { code: 'OVER', debit: held, credit: goal }),
      amount,
      actor,
    },
  ])
  return decided
}
