/**
 * Runs work with the same key one after the other, within this process. The work must not throw
 * synchronously.
 */
export const createTurns = (): (<Result>(
  key: string,
  work: () => Promise<Result>,
) => Promise<Result>) => {
  const running = new Map<string, Promise<void>>()
  return async (key, work) => {
    // Each iteration waits for one earlier call, so the loop ends.
    for (;;) {
      const earlier = running.get(key)
      if (earlier === undefined) break
      await earlier
    }
    const turn = work()
    const leave = (): void => void running.delete(key)
    running.set(key, turn.then(leave, leave))
    return turn
  }
}
