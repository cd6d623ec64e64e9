export type Gathered = {
  /** Acts after the pause, once for all that ask within it. */
  soon(): void
  cancel(): void
}

/** Gathers what happens within so many milliseconds into one act. */
export const gather = (pauseMs: number, act: () => void): Gathered => {
  let timer: NodeJS.Timeout | undefined
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined
        act()
      }, pauseMs)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
