/** What a search over all interleavings of a small model found. */
export type Exploration = {
  states: number
  /** The first state that breaks a rule, with the events that lead to it; null when none does. */
  violation: { rule: string; trace: string[] } | null
  /** The events to a state from which no end can be reached; null when each state can still end. */
  stuck: string[] | null
}

export type Model<State> = {
  initial: State
  /** Every event that can happen next. */
  next(state: State): [event: string, after: State][]
  /** The rule that a state breaks. */
  broken(state: State): string | null
  isEnd(state: State): boolean
}

type Node<State> = { state: State; event: string; from: number }

/** More than any model of ours has; a search that comes here is not small any more. */
const STATES_MAX = 2_000_000

/** Breadth first, so that a trace is as short as it can be. Stops at the first broken rule. */
export const explore = <State>({ initial, next, broken, isEnd }: Model<State>): Exploration => {
  const places = new Map<string, number>([[JSON.stringify(initial), 0]])
  const nodes: Node<State>[] = [{ state: initial, event: '', from: -1 }]
  const earlierOf: number[][] = [[]]
  const traceTo = (place: number): string[] => {
    const trace: string[] = []
    for (let at = place; at > 0; at = nodes[at]?.from as number)
      trace.push(nodes[at]?.event as string)
    return trace.toReversed()
  }
  for (let place = 0; place < nodes.length; place += 1) {
    if (nodes.length > STATES_MAX) throw new Error(`the model has more than ${STATES_MAX} states`)
    const { state } = nodes[place] as Node<State>
    const rule = broken(state)
    if (rule !== null) {
      return { states: nodes.length, violation: { rule, trace: traceTo(place) }, stuck: null }
    }
    for (const [event, after] of next(state)) {
      const key = JSON.stringify(after)
      let there = places.get(key)
      if (there === undefined) {
        there = nodes.length
        places.set(key, there)
        nodes.push({ state: after, event, from: place })
        earlierOf.push([])
      }
      earlierOf[there]?.push(place)
    }
  }
  const ends = nodes.flatMap(({ state }, place) => (isEnd(state) ? [place] : []))
  const canEnd = reachedBackwards(ends, earlierOf)
  const lost = nodes.findIndex((_, place) => !canEnd.has(place))
  return { states: nodes.length, violation: null, stuck: lost === -1 ? null : traceTo(lost) }
}

const reachedBackwards = (ends: number[], earlierOf: number[][]): Set<number> => {
  const reached = new Set(ends)
  const waiting = [...ends]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const earlier of earlierOf[place] ?? []) {
      if (reached.has(earlier)) continue
      reached.add(earlier)
      waiting.push(earlier)
    }
  }
  return reached
}
