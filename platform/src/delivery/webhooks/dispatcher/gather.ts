import { after, type Timer } from '../../../base/chance.ts'

export type Gathered = {
  /** Acts after the pause, once for all calls within it. */
  soon(): void
  cancel(): void
}

/** Combines calls within so many milliseconds into one action. */
export const gather = (pauseMs: number, act: () => void): Gathered => {
  let timer: Timer | undefined
  return {
    soon() {
      timer ??= after(pauseMs, () => {
        timer = undefined
        act()
      })
    },
    cancel() {
      timer?.cancel()
      timer = undefined
    },
  }
}
