/** A flood of hashes in this process, which is also the platform's. */
import { setTimeout as pause } from 'node:timers/promises'
import { isPassword, type HashedFor } from '../../src/parties/credentials/password.ts'
import { Overloaded } from '../../src/base/database/overloaded.ts'

/** As many as run at once and wait. */
const PLACES = { stranger: 66, known: 65 } satisfies Record<HashedFor, number>

/** Keeps the queue of such hashes full while the work runs. */
export const whileFull = async <Result>(
  who: HashedFor,
  work: () => Promise<Result>,
): Promise<Result> => {
  let isOver = false
  const keepOne = async (): Promise<void> => {
    while (!isOver) {
      await isPassword('of a flood', null, who).catch((error: unknown) => {
        if (error instanceof Overloaded) return pause(1)
        throw error
      })
    }
  }
  const flood = Promise.all(Array.from({ length: PLACES[who] }, keepOne))
  try {
    return await work()
  } finally {
    isOver = true
    await flood
  }
}
