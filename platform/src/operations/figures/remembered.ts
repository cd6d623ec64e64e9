import { monotonicMs } from '../../base/chance.ts'

/**
 * The answer of a read that many people ask for at once, such as an overview that each open page asks for
 * every few seconds. They share one read, and its answer for some seconds.
 *
 * @param nowMs milliseconds of a monotonic clock; for tests.
 */
export const remembered = <Answer>(
  read: () => Promise<Answer>,
  forMs: number,
  nowMs = monotonicMs,
): (() => Promise<Answer>) => {
  let kept: { answer: Promise<Answer>; sinceMs: number } | undefined
  return () => {
    if (kept !== undefined && nowMs() - kept.sinceMs < forMs) return kept.answer
    const answer = read()
    const mine = { answer, sinceMs: nowMs() }
    kept = mine
    // A failed read is not kept.
    answer.catch(() => {
      if (kept === mine) kept = undefined
    })
    return answer
  }
}
