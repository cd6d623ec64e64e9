import type { EveryCell } from '../../../cells/every-cell.ts'
import { isCounted } from '../../../cells/counted.ts'
import type { Violation } from '../../../base/violation.ts'
import { beyondReleased } from './integrity.ts'
import { readHeldSince } from './released.ts'

/**
 * Payouts beyond what is released over all cells. The cells are read one after the other, and cash may be
 * banked in between: what is wrong is wrong twice.
 */
export const payoutsBeyondReleased = async (cells: EveryCell): Promise<Violation[]> => {
  const first = await findBeyond(cells)
  if (first.length === 0) return []
  const again = new Set((await findBeyond(cells)).map(nameOf))
  return first.filter((one) => again.has(nameOf(one)))
}

const nameOf = ({ owner, period_until: until }: Violation): string => JSON.stringify([owner, until])

const findBeyond = async (cells: EveryCell): Promise<Violation[]> => {
  const held = await readHeldSince(cells)
  if (held === null) return []
  const found = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows } = await operatorLists.query<Violation>(
      beyondReleased(
        isCounted('partner_id', leftOut),
        'unreleased_since(partner_id, period_until, $1::int[], $2::date[])',
      ),
      [held.channels, held.dates],
    )
    return rows
  })
  return found.flat()
}
