import type pg from 'pg'
import type { CellAddress } from '../../base/config/cell-addresses.ts'
import { findHome } from '../../cells/homes.ts'
import { homesCommand, type HomesCommand, type HomesInput } from '../../moves/homes-command.ts'
import { findMove, listOpenMoves } from '../../moves/record.ts'
import { canUndo } from '../../moves/steps.ts'
import { BY_COMMAND } from '../commands/run-command.ts'
import { partnerNumber, partnerWireId } from '../../base/wire-ids.ts'

/** Where partners of a local platform live, when it has several cells. */
export type LocalHomes = {
  /** The names of the cells, the control cell first. */
  cells: readonly string[]
  /** Undoes the moves that an earlier run has left, or finishes those that can only be finished. */
  endMoves(): Promise<void>
  /** The cell of a partner. */
  homeOf(partnerId: string): Promise<string>
  /**
   * Moves a partner to another cell, as `wasl homes move` does.
   *
   * @returns how long its writes were refused, in milliseconds; null when the mover did not measure it.
   */
  move(partnerId: string, cell: string, say: (line: string) => void): Promise<number | null>
}

export const createLocalHomes = (
  control: pg.Pool,
  cells: readonly CellAddress[],
): LocalHomes | null => {
  if (cells.length < 2) return null
  const run = (command: HomesCommand, say: HomesInput['say'] = () => undefined): Promise<void> =>
    homesCommand({ cells, by: BY_COMMAND, say, call: 'wasl homes' }, command)
  return {
    async endMoves() {
      for (const { partnerId, step } of await listOpenMoves(control)) {
        // The servers have other addresses by now, so that the copy does not go on.
        const verb = canUndo(step) ? 'undo' : 'resume'
        await run({ verb, partner: partnerWireId(partnerId) })
      }
    },
    cells: cells.map(({ name }) => name),
    async homeOf(partnerId) {
      const home = await findHome(control, partnerNumber(partnerId) ?? 0)
      if (home === null) throw new Error(`the partner ${partnerId} has no home`)
      return home.cell
    },
    async move(partner, cell, say) {
      await run({ verb: 'move', partner, cell }, say)
      return (await findMove(control, partnerNumber(partner) ?? 0))?.refusedMs ?? null
    },
  }
}
