/**
 * A partner moves between two cells again and again while it is paid, and its mover, processes of the
 * platform and servers of both cells are killed meanwhile. Each mover that dies is resumed, or its move is
 * undone.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { findHome } from '../../../platform/src/cells/homes.ts'
import type { MoveCells } from '../../../platform/src/moves/move.ts'
import { runMove } from '../../../platform/src/moves/mover.ts'
import {
  findMove,
  recordUndo,
  startMove,
  type RecordedMove,
} from '../../../platform/src/moves/record.ts'
import { canUndo, isEnded } from '../../../platform/src/moves/steps.ts'
import { BY_COMMAND } from '../../../platform/src/run/commands/run-command.ts'
import { startPartner } from '../../../platform/test/support/partner.ts'
import type { TestPartner } from '../../../platform/test/support/node.ts'
import {
  startTwoCells,
  type TestCell,
  type TwoCells,
} from '../../../platform/test/support/two-cells.ts'
import { startWriters, type Writers } from '../../../platform/test/support/writers.ts'
import { countOption, type LongStorm, type Scene } from '../storm.ts'
import { judge, rowsAway, type Tally } from './judge.ts'
import { startQuarrelsOfMoved } from './quarrels.ts'

/** Of the partner that moves, and of its neighbour. */
const WRITERS = 3

const KILLS = ['nothing', 'mover', 'process', 'source server', 'target server'] as const
type Kill = (typeof KILLS)[number]

/** Each move is one whose pause can be judged: a kill adds the time of a start. */
const CALM = ['nothing'] as const

/** The acts of a move, so that a kill falls into each of them. */
const ACTS_OF_A_MOVE = 11

const RESUME_PAUSE_MS = 200
const RESUMES_MAX = 300

const START_PAUSE_MS = 2_000
const STARTS_MAX = 60

/** Payments go on between two moves, so that both cells are compared with an undisturbed one. */
const BETWEEN_MS = 1_000

class MoverDied extends Error {}

export const moves: LongStorm = {
  name: 'moves',
  options: { count: { type: 'string' }, minutes: { type: 'string' }, calm: { type: 'boolean' } },
  tools: {},
  async run(scene) {
    const count = countOption(scene.options, 'count', 100)
    const kills = scene.options['calm'] === true ? CALM : KILLS
    const untilMs = performance.now() + countOption(scene.options, 'minutes', 600) * 60_000
    const cells = await startTwoCells()
    scene.atEnd(() => cells.close())
    const shop = await startPartner()
    scene.atEnd(() => shop.close())
    const partner = await cells.createPartner(shop)
    const neighbour = await cells.createPartner(shop)
    const channel = await cells.createChannel()
    const writers = startWriters(cells, channel, { partner, neighbour }, WRITERS)
    const quarrels = await startQuarrelsOfMoved(cells, { shop, partner, channel })
    const tally: Tally = { done: 0, undone: 0, kills: {}, refusedMs: [], foreign: [] }
    for (let number = 1; number <= count && performance.now() < untilMs; number += 1) {
      const kill = kills[number % kills.length] as Kill
      await moveOnce(cells, partner, kill, { number, scene, tally, writers })
      await pause(BETWEEN_MS)
      tally.foreign.push(...(await insist(() => rowsAway(cells, partner))))
    }
    await writers.stop()
    const judged = await quarrels.stop()
    const { figures, violations } = await judge(cells, partner, shop, writers, tally)
    return {
      figures: [...figures, ...judged.figures],
      violations: [...violations, ...judged.violations],
    }
  },
}

type Turn = { number: number; scene: Scene; tally: Tally; writers: Writers }

const moveOnce = async (
  cells: TwoCells,
  partner: TestPartner,
  kill: Kill,
  { number, scene, tally, writers }: Turn,
): Promise<void> => {
  const home = await insist(() => findHome(cells.north.pool, partner.number))
  const target = home?.cell === 'north' ? 'south' : 'north'
  let move = await insist(() =>
    startMove(cells.north.pool, { partnerId: partner.number, target, by: BY_COMMAND }),
  )
  const killAt = Math.floor(Math.random() * ACTS_OF_A_MOVE)
  const mayUndo = number % 3 === 0
  let acts = 0
  let killed: Promise<unknown> = Promise.resolve()
  const times: string[] = []
  let lastMs = performance.now()
  const before = (act: string): void => {
    acts += 1
    times.push(`${Math.round(performance.now() - lastMs)} ms, ${act}`)
    lastMs = performance.now()
    if (acts !== killAt + 1 || kill === 'nothing') return
    tally.kills[kill] = (tally.kills[kill] ?? 0) + 1
    scene.say(`move ${number}: killing the ${kill} at "${act}"`)
    if (kill === 'mover') throw new MoverDied()
    killed = killNow(cells, move, kill, scene)
    // It is awaited below; until then nobody hears of its failure.
    killed.catch(() => undefined)
  }
  // Where something is killed, others wait for that, and not for the move.
  writers.enter(kill === 'nothing' ? 'moving' : 'killed')
  for (let tries = 1; ; tries += 1) {
    const end = await runMove(cellsOf(cells, move), move, { say: () => undefined, before }).catch(
      (error: unknown) => error as Error,
    )
    await killed
    if (typeof end === 'string') break
    if (tries > RESUMES_MAX) throw end
    await pause(RESUME_PAUSE_MS)
    move = (await insist(() => findMove(cells.north.pool, partner.number))) as RecordedMove
    if (isEnded(move.step)) break
    const earlier = move
    if (mayUndo && canUndo(move.step)) {
      move = await insist(() => recordUndo(cells.north.pool, earlier, BY_COMMAND))
    }
  }
  writers.enter('still')
  const ended = (await insist(() => findMove(cells.north.pool, partner.number))) as RecordedMove
  if (ended.step === 'done') tally.done += 1
  else tally.undone += 1
  if (kill === 'nothing' && ended.refusedMs !== null) tally.refusedMs.push(ended.refusedMs)
  const refused = ended.refusedMs === null ? '' : `, writes refused for ${ended.refusedMs} ms`
  scene.say(
    `move ${number}: ${ended.source} → ${ended.target} ${ended.step}${refused}; ` +
      `${writers.confirmed.size} payments`,
  )
  if (kill === 'nothing')
    scene.say(`  ${times.join(' ')} ${Math.round(performance.now() - lastMs)} ms`)
}

/** The cells of a move, in their parts. */
export const cellsOf = (cells: TwoCells, move: RecordedMove): MoveCells => ({
  control: cells.north,
  source: cells.cellOf(move.source),
  target: cells.cellOf(move.target),
})

const killNow = async (
  cells: TwoCells,
  move: RecordedMove,
  kill: Kill,
  { say }: Scene,
): Promise<void> => {
  const source = cells.cellOf(move.source)
  const target = cells.cellOf(move.target)
  if (kill === 'process') await restartProcess(Math.random() < 0.5 ? source : target, say)
  if (kill === 'source server') await restartServer(source, say)
  if (kill === 'target server') await restartServer(target, say)
}

const restartProcess = async (cell: TestCell, say: Scene['say']): Promise<void> => {
  await cell.process.kill()
  await started(`the process of ${cell.name}`, say, async () => {
    cell.process = await cell.installation.startProcess()
  })
}

const restartServer = async ({ name, server }: TestCell, say: Scene['say']): Promise<void> => {
  await server.kill()
  await started(`the server of ${name}`, say, () => server.start())
}

/**
 * Starts something again until it runs: on a busy machine another program may have taken its port for a
 * connection of its own in the meantime.
 */
const started = async (
  what: string,
  say: Scene['say'],
  start: () => Promise<void>,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start()
    } catch (error) {
      if (tries > STARTS_MAX) throw error
      say(`${what} does not start yet: ${error instanceof Error ? error.message : String(error)}`)
      await pause(START_PAUSE_MS)
    }
  }
}

/** The control cell may be away for a moment. A refusal of ours is final. */
const insist = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tries > RESUMES_MAX) throw error
      if (error instanceof Error && error.name === 'MoveProblem') throw error
      await pause(RESUME_PAUSE_MS)
    }
  }
}
