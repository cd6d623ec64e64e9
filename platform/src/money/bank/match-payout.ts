import type { OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { matchBankLine } from './match.ts'
import type { ManualPostings } from './posting-requests.ts'

/** Why a payout may be refused when somebody matches a line with it. */
const REFUSALS = [
  'BANK_LINE404_NOT_FOUND',
  'BANK_LINE409_MATCHED',
  'BANK_LINE409_TAKEN',
  'BANK_LINE409_NOT_THIS',
  'PAYOUT404_NOT_FOUND',
  'PAYOUT409_WRONG_STATUS',
  'APPROVAL409_SECOND_PERSON',
  'APPROVAL409_SAME_PERSON',
] as const

export type PayoutMatch = { ok: true } | { ok: false; code: (typeof REFUSALS)[number] }

/** The bank paid a payout, as this line says: the payout is paid, and the line is matched. */
export const matchPayout = async (
  cells: EveryCell,
  { payoutId, bankLineId }: { payoutId: string; bankLineId: string },
  by: OperatorActor,
  manual: ManualPostings,
): Promise<PayoutMatch> => {
  const result = await matchBankLine(
    cells,
    bankLineId,
    { kind: 'payout', id: payoutId },
    by,
    manual,
  )
  if (result.ok) return { ok: true }
  const code = REFUSALS.find((one) => one === result.code)
  if (code === undefined) throw new Error(`a payout was refused with ${result.code}`)
  return { ok: false, code }
}
