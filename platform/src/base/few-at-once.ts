import { Overloaded } from './database/overloaded.ts'

export type FewAtOnce = {
  /** Runs the work when there is a free place. @throws Overloaded when too many wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Limits work that is slow or large: a few at once, some that wait, and no more. */
export const createFewAtOnce = ({
  what,
  atOnceMax,
  waitingMax,
}: {
  /** For the error, such as `PDFs`. */
  what: string
  atOnceMax: number
  waitingMax: number
}): FewAtOnce => {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running < atOnceMax) running += 1
      else if (waiting.length < waitingMax) {
        // Work that ends hands its place over.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else throw new Overloaded(`too many ${what} are being made`)
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
