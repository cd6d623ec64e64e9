/** Concurrent look-ups for one address, before it is known how many of its keys are wrong. */
const AT_ONCE_MAX = 8

/** After a start, all callers behind one proxy come at once, each with a valid key. */
const WAITING_MAX = 2_000

/** Limits the concurrent look-ups of each address. */
export type Trials = {
  /** Runs `work` when it is this address's turn; null when too many wait already. */
  inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result | null>
}

type Queue = { underWay: number; waiting: (() => void)[] }

/**
 * Allows each address only a few concurrent look-ups, so that its wrong keys are counted before
 * many more are looked up.
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
    // A look-up that ends hands its place over, so nothing is counted here.
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
