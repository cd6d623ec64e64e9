/** Runs as many at once as told, and all of them in the end; returns the results in order. */
export const fewAtOnce = async <Result>(
  count: number,
  atOnce: number,
  work: (turn: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const turn = next
      next += 1
      results[turn] = await work(turn)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
