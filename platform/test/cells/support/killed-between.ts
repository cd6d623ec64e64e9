/** The death of a process between two parts of one piece of work, in tests of cells. */
import type { CuttableWay } from '../../support/cuttable.ts'
import type { Answer } from '../../support/node.ts'
import type { TestStore } from '../../support/stores.ts'
import { until } from '../../support/wait.ts'
import { heldUpBy, sessionOf } from '../../support/waiting.ts'

export type Seam = {
  /** The cell in which the next part waits. */
  store: TestStore
  /** SQL that holds up the next part, and what its statement contains. */
  holding: string
  statement: string
}

/**
 * Begins work, and breaks every connection of its process to all cells when the part at the seam waits.
 * For the databases that is the death of the process: what it committed stays, and nothing else.
 *
 * @param ways of the process to all cells; they lead there again afterwards.
 */
export const killedBetween = async (
  ways: readonly CuttableWay[],
  { store, holding, statement }: Seam,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  const holder = await store.pool.connect()
  let isCut = false
  try {
    await holder.query('begin')
    await holder.query(holding)
    const session = await sessionOf(holder)
    const asking = work()
    const early = asking.then(({ text }) => {
      throw new Error(`expected the work to wait, and it was answered ${text}`)
    })
    const isHeldUp = async () => (await heldUpBy(session, store, statement)) > 0
    const waiting = until(`"${statement}" to wait`, isHeldUp)
    await Promise.race([early, waiting])
    early.catch(() => undefined)
    isCut = true
    await Promise.all(ways.map((way) => way.cut()))
    return await asking
  } finally {
    await holder.query('rollback')
    holder.release()
    if (isCut) await Promise.all(ways.map((way) => way.restore()))
  }
}
