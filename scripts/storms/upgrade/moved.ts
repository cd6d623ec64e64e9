/** A partner that moves between the two cells, there and back, while their processes are replaced. */
import { setTimeout as pause } from 'node:timers/promises'
import { findHome } from '../../../platform/src/cells/homes.ts'
import { runMove } from '../../../platform/src/moves/mover.ts'
import { findMove, startMove } from '../../../platform/src/moves/record.ts'
import { isEnded } from '../../../platform/src/moves/steps.ts'
import { BY_COMMAND } from '../../../platform/src/run/commands/run-command.ts'
import type { PartnerServer } from '../../../platform/test/support/partner.ts'
import type { TestChannel, TestPartner } from '../../../platform/test/support/node.ts'
import type { TwoCells } from '../../../platform/test/support/two-cells.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { startWriters } from '../../../platform/test/support/writers.ts'
import { judge, rowsAway, type Tally } from '../moves/judge.ts'
import { cellsOf } from '../moves/moves.ts'
import type { Verdict } from '../storm.ts'

/** Of the partner that moves, and of its neighbour. */
const WRITERS = 1

const AGAIN_MS = 200

/** Between two moves, so that a copy does not run all the time. */
const BETWEEN_MS = 1_000

/** While the cells have different schemas no partner moves. */
const STEP_MS_MAX = 300_000

/** What `expectFit` says of such cells. */
const OTHER_SCHEMA = /do not have the same migrations/

export type Moves = {
  /** Waits until the partner has moved to the other cell and back once more. */
  roundTrip(): Promise<void>
  /** How many moves are done. */
  said(): string
  /** Ends the last move where the first one began. */
  stop(): Promise<void>
  /** When nothing else runs. */
  judge(): Promise<Verdict>
}

type Scene = { cells: TwoCells; shop: PartnerServer; channel: TestChannel }

export const startMoves = async ({ cells, shop, channel }: Scene): Promise<Moves> => {
  const partner = await cells.createPartner(shop)
  const neighbour = await cells.createPartner(shop)
  const writers = startWriters(cells, channel, { partner, neighbour }, WRITERS)
  const tally: Tally = { done: 0, undone: 0, kills: {}, refusedMs: [], foreign: [] }
  const held: string[] = []
  let isOver = false
  const keepMoving = async (): Promise<void> => {
    // It ends where it began.
    while (!isOver || tally.done % 2 === 1) {
      writers.enter('moving')
      await moveOnce(cells, partner, tally, held)
      writers.enter('still')
      tally.foreign.push(...(await rowsAway(cells, partner)))
      await pause(BETWEEN_MS)
    }
  }
  let failure: unknown = null
  const moving = keepMoving().catch((error: unknown) => void (failure = error))
  return {
    async roundTrip() {
      // A move under way may have begun before; the two after it are whole.
      const enough = tally.done + 3
      await until('moves', () => failure !== null || tally.done >= enough, STEP_MS_MAX)
    },
    said: () => `${tally.done} moves`,
    async stop() {
      isOver = true
      await moving
      await writers.stop()
      if (failure !== null) throw failure
    },
    async judge() {
      const { figures, violations } = await judge(cells, partner, shop, writers, tally)
      const others = held.filter((text) => !OTHER_SCHEMA.test(text))
      const waits = held.length - others.length
      return {
        figures: [
          ...figures,
          `tries of a move that the two schemas refused: ${waits}; others that failed and were resumed: ${others.length}`,
          ...new Set(others),
        ],
        violations,
      }
    },
  }
}

/** Moves the partner to the other cell, and begins again where it was held up. */
const moveOnce = async (
  cells: TwoCells,
  partner: TestPartner,
  tally: Tally,
  held: string[],
): Promise<void> => {
  const control = cells.north.pool
  const home = await findHome(control, partner.number)
  const target = home?.cell === 'north' ? 'south' : 'north'
  let move = await startMove(control, { partnerId: partner.number, target, by: BY_COMMAND })
  const giveUpMs = performance.now() + STEP_MS_MAX
  while (!isEnded(move.step)) {
    try {
      await runMove(cellsOf(cells, move), move, {
        say: () => undefined,
        before: () => undefined,
      })
    } catch (error) {
      if (performance.now() > giveUpMs) throw error
      held.push(error instanceof Error ? error.message : String(error))
      await pause(AGAIN_MS)
    }
    move = (await findMove(control, partner.number)) ?? move
  }
  tally.done += 1
  if (move.refusedMs !== null) tally.refusedMs.push(move.refusedMs)
}
