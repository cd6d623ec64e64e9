import type { Command } from 'commander'
import type { HomesCommand } from '@wasl/platform'
import type { Context } from '../context.ts'
import { EXIT_HELP } from '../exit-codes.ts'
import { addHelp, noSuchCommand } from '../help.ts'
import { refused } from '../problem.ts'

/** `wasl homes`: where partners live, for the operator of a platform with several cells (W176). */
export const addHomes = (program: Command, context: Context): void => {
  const homes = program
    .command('homes')
    .description('for operators: in which cell partners live, and moves between cells')
    .argument('[command...]')
    .usage('list | move <partner> <cell> | resume <partner> | undo <partner>')
    .addHelpText('after', `${HOMES_HELP}\n${EXIT_HELP}`)
    .action((words: string[]) => {
      if (words.length > 0) throw noSuchCommand(homes, 'wasl homes', words[0] ?? '')
      homes.help()
    })
  homes
    .command('list')
    .description('how many partners live in each cell, and the moves under way')
    .addHelpText('after', exampleOf('list'))
    .action(() => run(context, { verb: 'list' }))
  homes
    .command('move')
    .description('move a partner to another cell while it is paid')
    .argument('<partner>', 'such as prt_1001')
    .argument('<cell>', 'as WASL_CELLS names it')
    .addHelpText('after', exampleOf('move prt_1001 south'))
    .action((partner: string, cell: string) => run(context, { verb: 'move', partner, cell }))
  homes
    .command('resume')
    .description('resume a move that has stopped')
    .argument('<partner>')
    .addHelpText('after', exampleOf('resume prt_1001'))
    .action((partner: string) => run(context, { verb: 'resume', partner }))
  homes
    .command('undo')
    .description('undo a move, as long as the partner lives in its old cell')
    .argument('<partner>')
    .addHelpText('after', exampleOf('undo prt_1001'))
    .action((partner: string) => run(context, { verb: 'undo', partner }))
  addHelp(homes, 'wasl homes')
}

const HOMES_HELP = `
It works on the databases themselves, beside a platform that goes on running. WASL_CELLS and
WASL_MASTER_KEY are those of the platform.

Examples:
  $ export WASL_CELLS=north=postgres://…,south=postgres://…
  $ wasl homes list
  $ wasl homes move prt_1001 south
  $ wasl homes resume prt_1001        # after it was interrupted
  $ wasl homes undo prt_1001`

const exampleOf = (words: string): string => `\nExample:\n  $ wasl homes ${words}\n${EXIT_HELP}`

/** The same sentences and the same exit code as the platform's own command. */
const run = async ({ environment, terminal }: Context, command: HomesCommand): Promise<void> => {
  // The platform is large: other commands do not load it.
  const { BY_COMMAND, homesCommand, readConfig } = await import('@wasl/platform')
  const say = (line: string): void => terminal.out(terminal.called(line))
  try {
    const { cells } = readConfig(environment)
    await homesCommand({ cells, by: BY_COMMAND, say, call: 'wasl homes' }, command)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const told = terminal.called(message.replace(/\.$/, ''))
    throw refused(`The command did not do all of its work: ${told}.`)
  }
}
