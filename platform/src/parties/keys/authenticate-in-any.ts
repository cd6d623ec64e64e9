import { monotonicMs } from '../../base/chance.ts'
import { isDatabaseUnavailable } from '../../base/database/errors.ts'
import { authenticateChannel, type CallingChannel, type OfKey } from './authenticate.ts'
import type { JoinedCell } from '../../cells/cell.ts'

/** How long a control cell that did not answer is not asked first. */
const AWAY_MS = 5_000

const awaySince = new WeakMap<JoinedCell, number>()

/**
 * The channel of a key: as the control cell has it or, while that one is away, as the copy in another
 * cell says it, so that the partners of the other cells are paid meanwhile.
 */
export const authenticateInAny = async (
  cells: readonly JoinedCell[],
  key: string | undefined,
): Promise<(CallingChannel & OfKey) | null> => {
  const [control] = cells as [JoinedCell]
  if (cells.length === 1) return authenticateChannel(control.db, key)
  const ready = cells.filter((cell) => cell.isReady())
  const now = monotonicMs()
  const isAway = (cell: JoinedCell): boolean => now - (awaySince.get(cell) ?? -AWAY_MS) < AWAY_MS
  const order = [...ready.filter((cell) => !isAway(cell)), ...ready.filter(isAway)]
  let lost: unknown = new Error('no cell is joined')
  for (const cell of order) {
    try {
      return await authenticateChannel(cell.db, key)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      awaySince.set(cell, now)
      lost = error
    }
  }
  throw lost
}
