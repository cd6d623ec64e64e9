/**
 * Has work under one key wait until the earlier work under it has ended, well or badly. In this
 * process alone. The work must not throw before it returns its promise.
 */
export const createTurns = (): (<Result>(
  key: string,
  work: () => Promise<Result>,
) => Promise<Result>) => {
  const underWay = new Map<string, Promise<void>>()
  return async (key, work) => {
    // Each turn waits for one earlier call's end, so there are at most as many as calls before us.
    for (;;) {
      const earlier = underWay.get(key)
      if (earlier === undefined) break
      await earlier
    }
    const turn = work()
    const leave = (): void => void underWay.delete(key)
    underWay.set(key, turn.then(leave, leave))
    return turn
  }
}
