import { monotonicMs } from '../../../base/chance.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { databaseError, SQL_STATE } from '../../../base/database/errors.ts'
import type { Violation } from '../../../base/violation.ts'
import { readCommissions } from './commissions-of-cells.ts'
import type { LineSums } from './figures.ts'

type ClosedFigures = {
  id: string
  owner: string
  number: number
  lines: number
  payments: number
  gross: number
  refunds: number
  adjustments: number
  fees: number
  feesBack: number
}

/**
 * Closed statements of channels that do not recompute to the same figures over all cells.
 *
 * @throws Error as when a statement takes too long.
 */
export const channelStatementsThatDiffer = async (
  cells: EveryCell,
  timeoutMs: number,
): Promise<Violation[]> => {
  const endMs = monotonicMs() + timeoutMs
  const { rows } = await cells.control.operatorLists.query<ClosedFigures>(
    `select statement_id as id, owner, number, lines, payments, gross, refunds, adjustments, fees,
      fees_back as "feesBack"
    from statements
    where partner_id = 0 and status <> 'open' and period_from > archived_through()
    order by statement_id desc`,
  )
  const differing: Violation[] = []
  for (const closed of rows) {
    if (monotonicMs() > endMs) {
      throw databaseError('the statements of channels take too long', SQL_STATE.queryCanceled)
    }
    const now = sumOf(await readCommissions(cells, closed.owner, closed.id))
    const { id: _id, owner, number, ...figures } = closed
    if (JSON.stringify(figures) !== JSON.stringify(now)) {
      differing.push({ owner, number, closed: figures, now })
    }
  }
  return differing
}

const sumOf = (parts: LineSums[]): Omit<ClosedFigures, 'id' | 'owner' | 'number'> => {
  const sum = (of: (part: LineSums) => number): number =>
    parts.reduce((all, part) => all + of(part), 0)
  return {
    lines: sum(({ lines }) => lines),
    payments: sum(({ payments }) => payments),
    gross: sum(({ gross }) => gross),
    refunds: sum(({ refunds }) => refunds),
    adjustments: sum(({ adjustments }) => adjustments),
    fees: sum(({ fee }) => fee),
    feesBack: sum(({ feeBack }) => feeBack),
  }
}
