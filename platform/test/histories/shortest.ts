/** The fewest answers of a history that contradict each other. */
import type { Call } from './history.ts'
import { isExplained, UndecidedError, type AnyModel } from './linearize.ts'

/** Every choice of so few answers is tried; beyond that, answers are left out one by one. */
const CHOSEN_MAX = 3

/** Choosing three of more answers takes too long. */
const ANSWERS_MAX = 60

/** So many parts may stay undecided, each after a long search, before no more are chosen. */
const UNDECIDED_MAX = 10

/**
 * The shortest part of a history that nothing explains.
 *
 * A call whose answer is left out may still have happened, at any moment after it began. So what remains
 * is a contradiction whatever the other calls did: leaving a call out altogether would make one.
 *
 * @param calls of one subject, which are not explained.
 */
export const shortestContradiction = (model: AnyModel, calls: readonly Call[]): Call[] => {
  const answered = calls.filter(({ answer }) => answer !== null)
  let undecided = 0
  const isContradiction = (kept: readonly Call[]): boolean => {
    const set = new Set(kept)
    const part = calls.map((call) => (set.has(call) ? call : unanswered(call)))
    const isIt = isUnexplained(model, part)
    if (isIt === null) undecided += 1
    return isIt === true
  }
  if (answered.length <= ANSWERS_MAX) {
    for (let size = 1; size <= CHOSEN_MAX; size += 1) {
      for (const chosen of choose(answered, size)) {
        if (undecided >= UNDECIDED_MAX) break
        if (isContradiction(chosen)) return chosen
      }
    }
  }
  return leaveOut(answered, isContradiction)
}

/** Null when that is not decided. */
const isUnexplained = (model: AnyModel, calls: readonly Call[]): boolean | null => {
  try {
    return !isExplained(model, calls)
  } catch (error) {
    if (error instanceof UndecidedError) return null
    throw error
  }
}

const unanswered = (call: Call): Call => ({
  ...call,
  answer: null,
  ended: Infinity,
  endedMs: Infinity,
})

/** Every choice of so many of them, in their order. */
const choose = (from: readonly Call[], size: number): Call[][] =>
  size === 0
    ? [[]]
    : from.flatMap((one, index) =>
        choose(from.slice(index + 1), size - 1).map((others) => [one].concat(others)),
      )

const leaveOut = (
  calls: readonly Call[],
  isContradiction: (kept: readonly Call[]) => boolean,
): Call[] => {
  let kept = [...calls]
  for (const call of calls) {
    const fewer = kept.filter((one) => one !== call)
    if (isContradiction(fewer)) kept = fewer
  }
  return kept
}
