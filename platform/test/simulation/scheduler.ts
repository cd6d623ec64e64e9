import type { Owner, VirtualTime } from './time.ts'

/**
 * What becomes of a statement, or of a transaction at its statement number `at`: it runs; its
 * connection is lost before or after it ran; or its process dies at that moment.
 */
export type Fate =
  | { kind: 'runs' }
  | { kind: 'is lost' | 'dies'; when: 'before' | 'after'; at: number }

/** How a partner answers a call. */
export type PartnerAnswer =
  | 'well'
  | 'with an error'
  | 'to try later'
  | 'with nonsense'
  | 'and the connection breaks'

export type Decision = { fate: Fate; answer: PartnerAnswer }

/** A process of the platform: what it has waiting is gone when it dies. */
export type ProcessOwner = Owner & { name: string }

/** Something that waits for its turn: a statement, a transaction, or a call to a partner. */
export type Waiting = {
  owner: ProcessOwner
  /** What one connection has waiting runs in order; null when the order is free. */
  lane: string | null
  what: string
  /** Takes its turn; returns what is to be said of it in the trace. */
  run(decision: Decision): Promise<string>
  /** Its connection was lost before it ran. */
  lose?: () => void
}

export type Scheduler = {
  add(entry: Waiting): void
  remove(entry: Waiting): void
  /** What may take its turn now: the first of each connection, and every call. */
  ready(): Waiting[]
  /** Lets one take its turn, and waits until the platform's code waits again. */
  run(entry: Waiting, decision: Decision): Promise<string>
  /** The same connection's others fail with it. */
  loseLane(owner: ProcessOwner, lane: string): void
}

export const createScheduler = (time: VirtualTime): Scheduler => {
  let waiting: Waiting[] = []

  const isFirstOfLane = (entry: Waiting): boolean =>
    entry.lane === null ||
    waiting.find(({ owner, lane }) => owner === entry.owner && lane === entry.lane) === entry

  return {
    add: (entry) => void waiting.push(entry),
    remove: (entry) => void (waiting = waiting.filter((other) => other !== entry)),
    ready() {
      waiting = waiting.filter(({ owner }) => owner.isAlive)
      return waiting.filter(isFirstOfLane)
    },
    async run(entry, decision) {
      waiting = waiting.filter((other) => other !== entry)
      time.enter(entry.owner)
      const said = await entry.run(decision)
      await time.quiet()
      return said
    },
    loseLane(owner, lane) {
      const lost = waiting.filter((entry) => entry.owner === owner && entry.lane === lane)
      waiting = waiting.filter((entry) => !lost.includes(entry))
      for (const { lose } of lost) lose?.()
    },
  }
}
