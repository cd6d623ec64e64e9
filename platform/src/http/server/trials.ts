/** Keys that are looked up at once for one address, before it is known how many of them are wrong. */
const AT_ONCE_MAX = 8

/** After a start all callers behind one proxy come at once, each with a right key. */
const WAITING_MAX = 2_000

/** What is looked up for one address at a time. */
export type Trials = {
  /** Runs `work` when it is this address's turn; null when too many wait already. */
  inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result | null>
}

type Queue = { underWay: number; waiting: (() => void)[] }

/**
 * Keeps the look-ups of an address few at a time, so that its wrong keys are counted before many more of
 * them have been looked up.
 */
export const createTrials = (atOnceMax = AT_ONCE_MAX, waitingMax = WAITING_MAX): Trials => {
  const queues = new Map<string, Queue>()

  const enter = async (address: string): Promise<boolean> => {
    const queue = queues.get(address) ?? { underWay: 0, waiting: [] }
    queues.set(address, queue)
    if (queue.underWay < atOnceMax) {
      queue.underWay += 1
      return true
    }
    if (queue.waiting.length >= waitingMax) return false
    // Who leaves hands over the place, so nothing is counted here.
    await new Promise<void>((resolve) => queue.waiting.push(resolve))
    return true
  }

  const leave = (address: string): void => {
    const queue = queues.get(address)
    if (queue === undefined) return
    const next = queue.waiting.shift()
    if (next !== undefined) return next()
    queue.underWay -= 1
    if (queue.underWay === 0) queues.delete(address)
  }

  return {
    async inTurn(address, work) {
      if (!(await enter(address))) return null
      try {
        return await work()
      } finally {
        leave(address)
      }
    },
  }
}
