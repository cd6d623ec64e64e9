/** `late`: the time ran out first. The work continues, and its result is dropped. */
export type Within<Value> = { late: false; value: Value } | { late: true }

/** Waits for the work, at most `limitMs`. The work must not reject after that. */
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
