/**
 * Whether some order of calls explains all their answers: linearizability.
 *
 * The search is that of Wing and Gong (Testing and Verifying Concurrent Objects, Journal of Parallel and
 * Distributed Computing 17, 1993), with the memory of Lowe (Testing for Linearizability, Concurrency and
 * Computation 29, 2017): a set of calls that have taken effect, and the state after them, is tried once.
 */
import type { Call } from './history.ts'

/** The rules of one kind of subject, without I/O. */
export type Model<State, Asked, Answer> = {
  start: State
  /**
   * The states that may follow a call; none when it cannot have this answer here. Without an answer (null):
   * the states that it may have made.
   */
  follow(state: State, asked: Asked, answer: Answer | null): readonly State[]
  /** Equal for equal states, and for no others. */
  keyOf(state: State): string
  /** Whether a call only reads: it makes no state that allows more than the state before it. */
  isReading(asked: Asked): boolean
  /** Whether a call only tells somebody something: told again, it changes nothing. */
  isTelling?(asked: Asked): boolean
}

/** The same for equal records, in whatever order they were filled. */
export const sorted = (record: Readonly<Record<string, string>>): (string | undefined)[][] =>
  Object.keys(record)
    .toSorted()
    .map((key) => [key, record[key]])

/** What stood for `from` stands for `to` now. */
export const renamed = (
  record: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, value === from ? to : value]),
  )

export type AnyModel = Model<any, any, any>

/** Of one subject. More than any honest history needs: a larger search says so, and does not guess. */
const TRIED_MAX = 100_000

/** Neither an explanation nor a contradiction was found within the limit. */
export class UndecidedError extends Error {
  constructor() {
    super(`more than ${TRIED_MAX} states of one history`)
  }
}

/**
 * @returns whether these calls of one subject can have taken effect one after another, each between its
 *   beginning and its end, so that every answer is right.
 * @throws UndecidedError when that is not decided within the limit.
 */
export const isExplained = (model: AnyModel, calls: readonly Call[]): boolean => {
  const tried = new Set<string>()

  /** `left` in the order in which they began. */
  const search = (left: readonly Call[], state: unknown): boolean => {
    if (left.every(({ answer }) => answer === null)) return true
    const key = `${left.map(({ began }) => began).join(' ')} ${model.keyOf(state)}`
    if (tried.has(key)) return false
    if (tried.size >= TRIED_MAX) throw new UndecidedError()
    tried.add(key)
    const open = openOf(left)
    const plain = open.find((call) => isPlain(model, call, state))
    if (plain !== undefined) return search(without(left, plain), state)
    return open.some((call) =>
      model
        .follow(state, call.asked, call.answer)
        .some(
          (next) =>
            (call.answer !== null || model.keyOf(next) !== model.keyOf(state)) &&
            search(without(left, call), next),
        ),
    )
  }
  return search(
    calls
      // A reading without an answer explains nothing.
      .filter(({ asked, answer }) => answer !== null || !model.isReading(asked))
      .toSorted((a, b) => a.began - b.began),
    model.start,
  )
}

/**
 * Those that may be next: none of the others ended before they began. The one that ended first is tried
 * first, and those without an answer last: most of them explain nothing.
 */
const openOf = (left: readonly Call[]): Call[] => {
  const firstEnd = Math.min(...left.map(({ ended }) => ended))
  return left.filter(({ began }) => began < firstEnd).toSorted((a, b) => compare(a.ended, b.ended))
}

/** Infinity equals itself. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b)

/** One that is right now and changes nothing can only be in the way later: it is taken at once. */
const isPlain = (model: AnyModel, { asked, answer }: Call, state: unknown): boolean => {
  if (answer === null) return false
  if (!model.isReading(asked) && model.isTelling?.(asked) !== true) return false
  const next = model.follow(state, asked, answer)
  return next.length === 1 && model.keyOf(next[0]) === model.keyOf(state)
}

const without = (calls: readonly Call[], one: Call): Call[] => calls.filter((call) => call !== one)
