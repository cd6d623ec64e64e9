/** `late` when the time ran out first; the work goes on, and its result is dropped. */
export type Within<Value> = { late: false; value: Value } | { late: true }

/**
 * Waits for the work, but no longer than `limitMs`. The work must not reject: nobody listens any
 * more once the time has run out.
 */
export const within = <Value>(work: Promise<Value>, limitMs: number): Promise<Within<Value>> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ late: true }), limitMs)
    const end = (): void => clearTimeout(timer)
    work.then(
      (value) => {
        end()
        resolve({ late: false, value })
      },
      (error: Error) => {
        end()
        reject(error)
      },
    )
  })
