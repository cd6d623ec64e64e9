export type Gathered = {
  /** Acts after the pause, once for all calls within it. */
  soon(): void
  cancel(): void
}

/** Combines calls within so many milliseconds into one action. */
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
