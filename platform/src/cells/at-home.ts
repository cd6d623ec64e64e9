import { isPartnerMoved } from '../base/database/errors.ts'
import type { HomeCache } from './home-cache.ts'

/** How the cell of a partner is found. */
export type Homes = Pick<HomeCache, 'cellOf' | 'refresh'>

/**
 * Does this in the cell of a partner. When the fence of that cell refuses it, the partner is moving or has
 * moved, and nothing was done: the home is read again, and this is done once more if it is another one.
 *
 * @throws the refusal, which callers are answered with 503, while the partner is still moving.
 */
export const atHome = async <Result>(
  homes: Homes,
  partnerId: number,
  run: (cell: string | null) => Promise<Result> | Result,
): Promise<Result> => {
  const cell = await homes.cellOf(partnerId)
  try {
    return await run(cell)
  } catch (error) {
    if (!isPartnerMoved(error)) throw error
    const now = await homes.refresh(partnerId)
    if (now === cell) throw error
    return run(now)
  }
}
