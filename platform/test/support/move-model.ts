import { ACTS, canUndo, nextStep, type Act, type Step } from '../../src/moves/steps.ts'
import type { Model } from './explore.ts'

/** Acts that only a wrong protocol has: it lifts the fence although the move goes on. */
export type ModelAct = Act | 'lift too early'

/** What a planted fault changes about the protocol. */
export type Faults = {
  acts?: Partial<Record<Step, readonly ModelAct[]>>
  /** The home changes, whatever epoch it has and whatever is recorded. */
  withoutEpoch?: true
  /** A mover that gives up waiting opens the fence, even if another one closed it since. */
  withoutToken?: true
  /** A command about a move that was undone is carried out. */
  withoutMove?: true
  /** A cell does not ask whether it is the home: the fence is the home that a process remembers. */
  withoutFence?: true
}

type Cell = 'A' | 'B'
const [A, B] = ['A', 'B'] as const

/** One process: which home it remembers, and how far its present write is. */
type Process = {
  home: Cell
  /** The writes that it still has to make, the present one first. */
  writes: number[]
  phase: 'idle' | 'running' | 'committed'
  at: Cell
}

type Mover = { id: number; step: Step; act: number; position: number | null; reopens: boolean }

type Command = { act: ModelAct | 'reopen'; mover: number; position: number | null }

export type MoveState = {
  home: Cell
  step: Step
  /** Whether each cell has the move's fence, whether it is closed, and who closed the source's. */
  fences: Record<Cell, 'none' | 'open' | 'closed'>
  /** Whether a cell obeys no more commands of this move. */
  isOver: Record<Cell, boolean>
  closedBy: number
  isLinked: boolean
  /** Writes as sets of bits: in each cell, and which a cell took as new ones. */
  rows: Record<Cell, number>
  taken: Record<Cell, number>
  acknowledged: number
  processes: Process[]
  /** Statements whose process has lost the connection, which the cell still runs. */
  orphans: { at: Cell; write: number }[]
  mover: Mover | null
  /** A command of a dead mover that may still arrive. */
  late: Command | null
  crashes: number
  foreign: boolean
}

const copyOf = (state: MoveState): MoveState => structuredClone(state)

/** The search's beginning: a partner in A, two processes with writes to make, and a crash to spend. */
const initial = (): MoveState => ({
  home: A,
  step: 'prepare',
  fences: { A: 'none', B: 'none' },
  isOver: { A: false, B: false },
  closedBy: 0,
  isLinked: false,
  rows: { A: 0, B: 0 },
  taken: { A: 0, B: 0 },
  acknowledged: 0,
  processes: [
    { home: A, writes: [1, 2], phase: 'idle', at: A },
    { home: A, writes: [4], phase: 'idle', at: A },
  ],
  orphans: [],
  mover: { id: 1, step: 'prepare', act: 0, position: null, reopens: false },
  late: null,
  crashes: 1,
  foreign: false,
})

type Event = [string, MoveState]

/** Runs a change on a copy of the state. */
const event = (state: MoveState, name: string, change: (after: MoveState) => void): Event => {
  const after = copyOf(state)
  change(after)
  return [name, after]
}

const commit = (state: MoveState, at: Cell, write: number): void => {
  if ((state.rows[at] & write) !== 0) return
  state.rows[at] |= write
  state.taken[at] |= write
  if (state.home !== at) state.foreign = true
}

const processEvents = (state: MoveState, faults: Faults): Event[] =>
  state.processes.flatMap((process, index) => {
    const name = `process ${index + 1}`
    const [write] = process.writes
    const change = (what: string, of: (after: MoveState, own: Process) => void): Event =>
      event(state, `${name} ${what}`, (after) => of(after, after.processes[index] as Process))
    const events: Event[] = []
    if (process.phase === 'idle') {
      if (process.home !== state.home) {
        events.push(change('learns the home', (after, own) => (own.home = after.home)))
      }
      // A refused statement changes nothing, so it is no event.
      const isOpen = faults.withoutFence || state.fences[process.home] !== 'closed'
      if (write !== undefined && isOpen) {
        events.push(
          change(`begins ${write} at ${process.home}`, (_, own) => {
            own.phase = 'running'
            own.at = own.home
          }),
        )
      }
    }
    if (write === undefined) return events
    if (process.phase === 'running') {
      events.push(
        change(`commits ${write} at ${process.at}`, (after, own) => {
          commit(after, own.at, write)
          own.phase = 'committed'
        }),
      )
    }
    if (process.phase === 'committed') {
      events.push(
        change(`acknowledges ${write}`, (after, own) => {
          after.acknowledged |= write
          own.writes.shift()
          own.phase = 'idle'
        }),
      )
    }
    if (state.crashes > 0 && process.phase !== 'idle') {
      events.push(
        change(`loses its connection during ${write}`, (after, own) => {
          after.crashes -= 1
          if (own.phase === 'running') after.orphans.push({ at: own.at, write })
          own.phase = 'idle'
        }),
      )
    }
    return events
  })

const orphanEvents = (state: MoveState): Event[] =>
  state.orphans.flatMap(({ at, write }) => [
    event(state, `the lost statement commits ${write} at ${at}`, (after) => {
      after.orphans = []
      commit(after, at, write)
    }),
    event(state, `the lost statement of ${write} is undone`, (after) => {
      after.orphans = []
    }),
  ])

const runsAtSource = ({ processes, orphans }: MoveState): boolean =>
  orphans.some(({ at }) => at === A) ||
  processes.some(({ phase, at }) => phase === 'running' && at === A)

/** Whether an act can be made now; the mover waits for the others. */
const isPossible = (
  state: MoveState,
  act: ModelAct | 'reopen',
  position: number | null,
): boolean => {
  if (act === 'drain') return !runsAtSource(state)
  if (act === 'copy') return (state.rows.A & ~state.rows.B) === 0
  if (act === 'catch up') return position !== null && (position & ~state.rows.B) === 0
  return true
}

/** What an act does to the cells. It is made by a mover that may be dead by now. */
const perform = (state: MoveState, { act, mover }: Command, faults: Faults): void => {
  const obeys = (cell: Cell): boolean =>
    state.fences[cell] !== 'none' && (faults.withoutMove === true || !state.isOver[cell])
  switch (act) {
    case 'fence':
      if (state.fences.A === 'none') state.fences.A = 'open'
      if (state.fences.B === 'none') state.fences.B = 'closed'
      return
    case 'link':
      if (obeys(B)) state.isLinked = true
      return
    case 'close':
      if (!obeys(A)) return
      state.fences.A = 'closed'
      state.closedBy = mover
      return
    case 'reopen':
      if (obeys(A) && (faults.withoutToken || state.closedBy === mover)) state.fences.A = 'open'
      return
    case 'switch':
      if (!faults.withoutEpoch && (state.home !== A || state.step !== 'cut over')) return
      state.home = B
      state.step = 'open'
      return
    case 'open':
      state.fences.B = 'open'
      state.isOver.B = true
      return
    case 'unlink':
      state.isLinked = false
      state.isOver.B = true
      return
    case 'remove':
      if (state.isLinked) state.rows.B = 0
      state.rows.A = 0
      state.isOver.A = true
      return
    case 'lift':
      state.isOver.A = true
      state.fences.A = 'open'
      return
    case 'lift too early':
      state.fences.A = 'open'
      return
    case 'clear':
      state.rows.B = 0
      state.taken.B = 0
      return
    case 'copy':
    case 'drain':
    case 'position':
    case 'catch up':
      return
    default:
      throw new Error(`an unknown act: ${String(act satisfies never)}`)
  }
}

const moverEvents = (state: MoveState, faults: Faults): Event[] => {
  const { mover } = state
  if (mover === null) return []
  const acts: readonly ModelAct[] = faults.acts?.[mover.step] ?? ACTS[mover.step]
  const act = mover.reopens ? 'reopen' : acts[mover.act]
  if (act === undefined) return [recordEvent(state, mover)]
  const command: Command = { act, mover: mover.id, position: mover.position }
  const events: Event[] = []
  if (isPossible(state, act, mover.position)) {
    events.push(
      event(state, `mover ${mover.id}: ${act}`, (after) => {
        const own = after.mover as Mover
        perform(after, command, faults)
        if (act === 'position') own.position = after.rows.A
        if (act === 'reopen') Object.assign(own, { reopens: false, act: 0, position: null })
        else own.act += 1
      }),
    )
  } else if (act === 'drain') {
    events.push(
      event(state, `mover ${mover.id}: waits no longer`, (after) => {
        ;(after.mover as Mover).reopens = true
      }),
    )
  }
  if (state.crashes > 0) {
    const die = (after: MoveState): void => {
      after.crashes -= 1
      after.mover = null
    }
    events.push(event(state, `mover ${mover.id} dies before ${act}`, die))
    events.push(
      event(state, `mover ${mover.id} dies, ${act} is under way`, (after) => {
        die(after)
        after.late = command
      }),
    )
  }
  return events
}

/** All acts of the step are made. The record goes on, if it is still at this step. */
const recordEvent = (state: MoveState, { id, step }: Mover): Event =>
  event(state, `mover ${id} records the end of ${step}`, (after) => {
    if (after.step === step) after.step = nextStep(step) ?? step
    const own = after.mover as Mover
    if (nextStep(after.step) === null) after.mover = null
    else Object.assign(own, { step: after.step, act: 0, position: null })
  })

const lateEvents = (state: MoveState, faults: Faults): Event[] => {
  const { late } = state
  if (late === null) return []
  return [
    event(state, `the dead mover's ${late.act} arrives`, (after) => {
      after.late = null
      if (isPossible(after, late.act, late.position)) perform(after, late, faults)
    }),
    event(state, `the dead mover's ${late.act} is lost`, (after) => {
      after.late = null
    }),
  ]
}

const resumeEvents = (state: MoveState): Event[] => {
  if (state.mover !== null || nextStep(state.step) === null) return []
  const takeOver = (after: MoveState): void => {
    after.mover = { id: 2, step: after.step, act: 0, position: null, reopens: false }
  }
  const resumed = event(state, `mover 2 resumes at ${state.step}`, takeOver)
  if (!canUndo(state.step)) return [resumed]
  const undone = event(state, 'mover 2 undoes', (after) => {
    after.step = 'undo'
    takeOver(after)
  })
  return [resumed, undone]
}

const replicationEvents = (state: MoveState): Event[] => {
  if (!state.isLinked) return []
  return [1, 2, 4]
    .filter((write) => (state.rows.A & write) !== 0 && (state.rows.B & write) === 0)
    .map((write) =>
      event(state, `${write} arrives at B`, (after) => {
        after.rows.B |= write
      }),
    )
}

const broken = (state: MoveState): string | null => {
  if (state.foreign) return 'a cell that is not the home took a write'
  if ((state.acknowledged & ~state.rows[state.home]) !== 0) return 'an acknowledged write is lost'
  if ((state.taken.A & state.taken.B) !== 0) return 'a write was taken twice'
  if (state.mover !== null || state.late !== null) return null
  if (state.step === 'done' && (state.isLinked || state.rows.A !== 0)) {
    return 'the move is done, and the source is not rid of the partner'
  }
  if (
    state.step === 'undone' &&
    (state.isLinked || state.rows.B !== 0 || state.fences.A === 'closed')
  ) {
    return 'the move is undone, and has left something behind'
  }
  return null
}

const isEnd = ({ step, mover, late, processes, orphans }: MoveState): boolean =>
  nextStep(step) === null &&
  mover === null &&
  late === null &&
  orphans.length === 0 &&
  processes.every(({ writes }) => writes.length === 0)

/** The protocol of a move, or one with a fault. */
export const moveModel = (faults: Faults = {}): Model<MoveState> => ({
  initial: initial(),
  next: (state) => [
    ...processEvents(state, faults),
    ...orphanEvents(state),
    ...moverEvents(state, faults),
    ...lateEvents(state, faults),
    ...resumeEvents(state),
    ...replicationEvents(state),
  ],
  broken,
  isEnd,
})
