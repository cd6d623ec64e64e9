import { isDatabaseUnavailable, isPartnerMoved } from '../base/database/errors.ts'
import type { HomeCache } from './home-cache.ts'

/** How the cell of a partner is found. */
export type Homes = Pick<HomeCache, 'cellOf' | 'refresh'>

type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: unknown }

/** Whether this is what a cell says that does not have the partner's rows. It has done nothing then. */
export type IsUnknown<Result> = (outcome: Outcome<Result>) => boolean

/**
 * Does this in the cell of a partner. When the fence of that cell refuses it, the partner is moving or has
 * moved, and nothing was done: the home is read again, and this is done once more if it is another one. So
 * it is when the cell does not know what is asked for: the rows may have left it, and this process may not
 * have heard of it yet.
 *
 * @throws the refusal, which callers are answered with 503, while the partner is still moving.
 */
export const atHome = async <Result>(
  homes: Homes,
  partnerId: number,
  run: (cell: string | null) => Promise<Result> | Result,
  isUnknown: IsUnknown<Result> = () => false,
): Promise<Result> => {
  const cell = await homes.cellOf(partnerId)
  const outcome = await outcomeOf(() => run(cell))
  const isRefused = !outcome.ok && isPartnerMoved(outcome.error)
  if (isRefused || isUnknown(outcome)) {
    const now = await homes.refresh(partnerId).catch((error: unknown) => {
      // No home changes without the control cell.
      if (isDatabaseUnavailable(error) && !isRefused) return cell
      throw error
    })
    if (now !== cell) return run(now)
  }
  if (outcome.ok) return outcome.result
  throw outcome.error
}

const outcomeOf = async <Result>(run: () => Promise<Result> | Result): Promise<Outcome<Result>> => {
  try {
    return { ok: true, result: await run() }
  } catch (error) {
    return { ok: false, error }
  }
}
