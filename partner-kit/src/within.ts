/** `late` when the time ran out first; the work goes on, and its result is dropped. */
export type Within<Value> = { late: false; value: Value } | { late: true }

/**
 * Waits for the work, but no longer than `limitMs`. The work must not reject: nobody listens any
 * more once the time has run out.
 */
export async function within<Value>(work: Promise<Value>, limitMs: number): Promise<Within<Value>> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<Within<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ late: true }), limitMs)
  })
  try {
    return await Promise.race([work.then((value) => ({ late: false, value }) as const), limit])
  } finally {
    clearTimeout(timer)
  }
}
