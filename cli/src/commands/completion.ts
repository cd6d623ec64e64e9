import { Argument, type Command } from 'commander'
import { completionScript, SHELLS, type Shell } from '../completion/scripts.ts'
import { branchesOf } from '../completion/tree.ts'
import type { Context } from '../context.ts'

export const addCompletion = (program: Command, { terminal }: Context): void => {
  program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nExample:\n  $ eval "$(wasl completion bash)"')
    .action((shell: Shell) => terminal.out(completionScript(shell, branchesOf(program)).trimEnd()))
}
