import { monotonicMs, pause, randomUUID } from '../base/chance.ts'
import { partnerWireId } from '../base/wire-ids.ts'
import { clearPartner } from './clear.ts'
import { cutOver, type CutOver, type Watch } from './cut-over.ts'
import { leaveFence, liftFence, raiseFence, refreshTriggers } from './fence.ts'
import { expectFit } from './fit.ts'
import { publish, readCopyProgress, readSlot, subscribe, unlink } from './link.ts'
import { MoveProblem, type Move, type MoveCells } from './move.ts'
import { recordProblem, recordRefused, recordStep } from './record.ts'
import { isEnded, type Step } from './steps.ts'
import { openTarget } from './sums.ts'

/** Any process may move a partner, and only one at a time: an advisory lock of the control cell. */
const ADVISORY_CLASS = 0x6d6f7665

const COPY_POLL_MS = 50

/** Without a table more within this time, an operator looks at the log. */
const COPY_IDLE_MS_MAX = 600_000

const COPY_TELL_MS = 5_000

/**
 * Makes the steps of a move until it has ended. A process that dies leaves it at a step, and this goes on
 * there, in any process.
 *
 * @returns the end: `done` or `undone`.
 * @throws MoveProblem with what to do, when it cannot go on. The move stays recorded.
 */
export const runMove = async (cells: MoveCells, move: Move, watch: Watch): Promise<Step> => {
  const lock = await cells.control.pool.connect()
  // The next statement says so itself.
  lock.on('error', () => undefined)
  try {
    const { rows } = await lock.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as locked',
      [ADVISORY_CLASS, move.partnerId],
    )
    if (rows[0]?.locked !== true) {
      throw new MoveProblem(
        `another process is moving ${partnerWireId(move.partnerId)} now. Wait for it, or end it first`,
      )
    }
    return await makeSteps(cells, move, watch)
  } finally {
    // It would end with its session, too, but that only begins to end here.
    await lock
      .query('select pg_advisory_unlock($1, $2)', [ADVISORY_CLASS, move.partnerId])
      .catch(() => undefined)
    lock.release(true)
  }
}

const makeSteps = async (cells: MoveCells, begun: Move, watch: Watch): Promise<Step> => {
  const mover = randomUUID()
  let { step } = begun
  let done: CutOver | null = null
  try {
    while (!isEnded(step)) {
      if (step === 'cut over') {
        done = await cutOver(cells, { ...begun, step }, mover, watch)
        step = 'open'
      }
      const move = { ...begun, step }
      if (step === 'open') await open(cells, move, watch, done)
      else await MAKE[step](cells, move, watch)
      step = await recordStep(cells.control.pool, move)
    }
    return step
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    await recordProblem(cells.control.pool, begun, text).catch(() => undefined)
    throw error
  }
}

const tellRefused = async (
  { control, target }: MoveCells,
  move: Move,
  ms: number,
  watch: Watch,
): Promise<void> => {
  await recordRefused(control.pool, move, ms)
  const name = partnerWireId(move.partnerId)
  watch.say(
    `${name} lives in ${target.name} now. Its writes were refused for ${Math.round(ms)} ms.`,
  )
}

type Make = (cells: MoveCells, move: Move, watch: Watch) => Promise<void>

const prepare: Make = async (cells, move, watch) => {
  const { source, target } = cells
  await expectFit(cells)
  await watch.before('fence')
  watch.say(`Preparing ${source.name} and ${target.name}. Nobody is refused.`)
  await raiseFence(source, move, false)
  await raiseFence(target, move, true)
  await Promise.all([refreshTriggers(source), refreshTriggers(target)])
  await watch.before('link')
  // What an interrupted move left there would be in the way of the copy.
  if ((await readCopyProgress(target, move)) === null)
    await clearPartner(target, move, () => undefined)
  await publish(source, move)
  await subscribe(cells, move)
}

const copy: Make = async ({ source, target }, move, watch) => {
  await watch.before('copy')
  let lastCopied = -1
  let lastFailures = 0
  let movedAtMs = monotonicMs()
  let toldAtMs = -Infinity
  for (;;) {
    const progress = await readCopyProgress(target, move)
    const slot = await readSlot(source, move)
    if (progress === null || !slot.exists || slot.isLost) {
      throw new MoveProblem(
        'the subscription of the target or its slot in the source is gone. Undo the move, and begin it again',
      )
    }
    const { tables, copied, failures } = progress
    if (copied === tables) return
    const nowMs = monotonicMs()
    if (copied !== lastCopied) movedAtMs = nowMs
    lastCopied = copied
    if (nowMs - toldAtMs > COPY_TELL_MS) {
      toldAtMs = nowMs
      watch.say(`Copying: ${copied} of ${tables} tables.`)
      if (failures > lastFailures) watch.say(FAILING)
      lastFailures = failures
    }
    if (nowMs - movedAtMs > COPY_IDLE_MS_MAX) {
      throw new MoveProblem(
        `no table was copied within ${COPY_IDLE_MS_MAX / 60_000} minutes. ${FAILING} Then resume or undo`,
      )
    }
    await pause(COPY_POLL_MS)
  }
}

const FAILING = 'Replication fails and is tried again: the log of the target says why.'

const open = async (
  cells: MoveCells,
  move: Move,
  watch: Watch,
  done: CutOver | null,
): Promise<void> => {
  await watch.before('open')
  await openTarget(cells, move, done?.sums ?? null)
  if (done !== null) await tellRefused(cells, move, monotonicMs() - done.closedAtMs, watch)
}

const unlinkStep: Make = async (cells, move, watch) => {
  await watch.before('unlink')
  await unlink(cells, move)
}

const remove: Make = async ({ source, target }, move, watch) => {
  await watch.before('remove')
  watch.say(`Removing the copy in ${source.name}. Nobody is refused.`)
  await clearPartner(source, move, () => undefined)
  await leaveFence(source, move)
  await refreshTriggers(target)
}

const undo: Make = async (cells, move, watch) => {
  const { source, target } = cells
  await watch.before('lift')
  await liftFence(source, move)
  watch.say(`${source.name} accepts the partner's writes. Removing the copy in ${target.name}.`)
  await watch.before('unlink')
  await unlink(cells, move)
  await watch.before('clear')
  if (await hasFence(target, move)) await clearPartner(target, move, () => undefined)
  await refreshTriggers(source)
}

/** A move that was undone before it was prepared has none. */
const hasFence = async ({ pool }: MoveCells['target'], move: Move): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'select from partner_fences where partner_id = $1 and move_id = $2',
    [move.partnerId, move.moveId],
  )
  return rowCount === 1
}

const nothing: Make = () => Promise.resolve()

const MAKE: Record<Exclude<Step, 'open'>, Make> = {
  prepare,
  copy,
  'cut over': nothing,
  unlink: unlinkStep,
  remove,
  undo,
  done: nothing,
  undone: nothing,
}
