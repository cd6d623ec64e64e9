import { monotonicMs, pause } from '../base/chance.ts'
import { closeFence, reopenFence, stillRunning, writersInProgress, type Writer } from './fence.ts'
import { mayCutOver } from './fit.ts'
import { readLag, readPosition } from './link.ts'
import { MoveProblem, type Move, type MoveCells } from './move.ts'
import { switchTo } from './record.ts'
import type { Act } from './steps.ts'
import { readSums, type Sums } from './sums.ts'
import { partnerTables } from './tables.ts'

/** What a step reports while it is made, and where a test stops it. */
export type Watch = {
  /** A line for the operator. */
  say(line: string): void
  /** Called before each act. What it throws ends the mover there. */
  before(act: Act): void | Promise<void>
}

/**
 * Statements of the platform end within this time. When a longer transaction writes, the fence opens again
 * and the next try comes later, so that the partner is not refused for as long as that takes.
 */
const DRAIN_MS = 400

/** The target was nearly up to date when the fence closed. */
const CATCH_UP_MS = 2_000

const POLL_MS = 2

/** Bytes of the log that the target applies within some tens of milliseconds. */
const LAG_MAX = 256 * 1024
const LAG_TRIES_MAX = 1_200
const LAG_PAUSE_MS = 100

const TRIES_MAX = 30
const PAUSE_FIRST_MS = 300
const PAUSE_LONGEST_MS = 5_000

/** When the fence was closed for good, of `monotonicMs`, and the partner's sums since. */
export type CutOver = { closedAtMs: number; sums: Sums }

/**
 * Closes the source's fence, waits for the last writers and for the target to have what they wrote, and
 * switches the home. When something takes too long, the fence opens again, and it tries later.
 *
 * @throws MoveProblem when it gives up; then the fence is open. Another error may come after the switch.
 */
export const cutOver = async (
  cells: MoveCells,
  move: Move,
  mover: string,
  watch: Watch,
): Promise<CutOver> => {
  let reason = ''
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const caughtUp = await closeAndCatchUp(cells, move, mover, watch).catch(
      async (error: unknown) => {
        await reopenFence(cells.source, move, mover).catch(() => false)
        throw error
      },
    )
    if ('sums' in caughtUp) {
      await watch.before('switch')
      // After this nobody may open the source's fence: without an answer, the home may have changed.
      await switchTo(cells.control.pool, move)
      return caughtUp
    }
    reason = caughtUp.waitsFor
    await reopenFence(cells.source, move, mover)
    watch.say(`Not yet: ${reason}. Writes are accepted; trying again.`)
    await pause(Math.min(PAUSE_LONGEST_MS, PAUSE_FIRST_MS * 2 ** (tries - 1)))
  }
  throw new MoveProblem(`the move could not be cut over in ${TRIES_MAX} tries: ${reason}`)
}

type Waits = { waitsFor: string }

const closeAndCatchUp = async (
  cells: MoveCells,
  move: Move,
  mover: string,
  watch: Watch,
): Promise<CutOver | Waits> => {
  const { source } = cells
  const tables = (await partnerTables(source.pool)).map(({ name }) => name)
  await untilNear(cells, move)
  if (!(await mayCutOver(cells))) return NOT_THE_SAME_DAY
  await watch.before('close')
  const closedAtMs = monotonicMs()
  if (!(await closeFence(source, move, mover))) {
    throw new MoveProblem(
      'the move is over in the source: another process has undone or finished it',
    )
  }
  await watch.before('drain')
  const writers = await untilDrained(cells, tables)
  if (writers.length > 0) {
    return { waitsFor: `a transaction that may write still runs, ${writers[0]?.session}` }
  }
  await watch.before('position')
  const position = await positionAfterAll(cells, move, mover)
  await watch.before('catch up')
  // Nothing is written any more, so the sums can be read while the target catches up.
  const [sums, isCaughtUp] = await Promise.all([
    readSums(source, move),
    untilCaughtUp(cells, move, position),
  ])
  if (!isCaughtUp) {
    return { waitsFor: `the target needs more than ${CATCH_UP_MS / 1000} s to catch up` }
  }
  return (await mayCutOver(cells)) ? { closedAtMs, sums } : NOT_THE_SAME_DAY
}

const NOT_THE_SAME_DAY: Waits = { waitsFor: 'the target has not opened the new business day' }

/** The fence closes when little is left to follow. */
const untilNear = async ({ source }: MoveCells, move: Move): Promise<void> => {
  let lag = Infinity
  for (let tries = 1; tries <= LAG_TRIES_MAX; tries += 1) {
    lag = await readLag(source, move, await readPosition(source))
    if (lag <= LAG_MAX) return
    await pause(LAG_PAUSE_MS)
  }
  throw new MoveProblem(
    `the target does not keep up: it is ${lag} bytes of the source's log behind. Look at its load and at ` +
      'its log, then resume',
  )
}

const untilDrained = async (
  { source }: MoveCells,
  tables: readonly string[],
): Promise<Writer[]> => {
  const deadlineMs = monotonicMs() + DRAIN_MS
  let writers = await writersInProgress(source, tables)
  while (writers.length > 0 && monotonicMs() < deadlineMs) {
    await pause(POLL_MS)
    writers = await stillRunning(source, writers)
  }
  return writers
}

/**
 * A commit of its own brings everything before it to the disk, also what was committed without waiting
 * for it; and it says whether the fence is still closed by this mover.
 */
const positionAfterAll = async (
  { source }: MoveCells,
  move: Move,
  mover: string,
): Promise<string> => {
  if (!(await closeFence(source, move, mover))) {
    throw new MoveProblem(
      'the move is over in the source: another process has undone or finished it',
    )
  }
  return readPosition(source)
}

const untilCaughtUp = async (
  { source }: MoveCells,
  move: Move,
  position: string,
): Promise<boolean> => {
  const deadlineMs = monotonicMs() + CATCH_UP_MS
  while ((await readLag(source, move, position)) > 0) {
    if (monotonicMs() > deadlineMs) return false
    await pause(POLL_MS)
  }
  return true
}
