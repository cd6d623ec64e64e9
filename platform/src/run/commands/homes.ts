/**
 * Says where partners live, and moves them between cells (W174). WASL_CELLS names the cells:
 *
 *   wasl-platform homes list                    in a clone: npm run platform:homes -- list
 *   wasl-platform homes move prt_1001 south
 *   wasl-platform homes resume prt_1001
 *   wasl-platform homes undo prt_1001
 *
 * The platform goes on running.
 */
import { homesCommand, type HomesCommand } from '../../moves/homes-command.ts'
import { commandPrefix } from '../../base/command-call.ts'
import { readConfig } from '../../base/config/config.ts'
import { BY_COMMAND, reportFailure } from './run-command.ts'

const EXPECTED =
  'expected one of: list · move PARTNER CELL · resume PARTNER · undo PARTNER, such as move prt_1001 south'

const commandOf = ([verb, partner, cell, ...others]: string[]): HomesCommand => {
  if (others.length === 0) {
    if (verb === 'list' && partner === undefined) return { verb }
    if (verb === 'move' && partner !== undefined && cell !== undefined)
      return { verb, partner, cell }
    if ((verb === 'resume' || verb === 'undo') && partner !== undefined && cell === undefined) {
      return { verb, partner }
    }
  }
  throw new Error(EXPECTED)
}

const main = async (): Promise<void> => {
  const command = commandOf(process.argv.slice(2))
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const call = commandPrefix('homes')
  await homesCommand({ cells: readConfig().cells, by: BY_COMMAND, say, call }, command)
}

main().catch(reportFailure('The command did not do all of its work'))
