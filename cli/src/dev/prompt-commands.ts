import { Command, CommanderError } from 'commander'
import type { Context } from '../context.ts'
import { addHelp } from '../help.ts'
import { tellProblem } from '../tell-problem.ts'
import { addDevCommands, type Execute } from './commands.ts'

export type PromptCommands = {
  names: readonly string[]
  run(words: string[]): Promise<void>
}

/** The commands of `wasl dev` at its own prompt, without "wasl dev" in front. */
export const createPromptCommands = (context: Context, execute: Execute): PromptCommands => {
  const { terminal } = context
  const build = (): Command => {
    const write = (text: string): void => void terminal.stderr.write(terminal.called(text))
    const prompt = new Command('')
      .exitOverride()
      .configureOutput({ writeOut: write, writeErr: write })
      .configureHelp({
        commandUsage: (command) =>
          command.parent === null ? '<command>' : `${command.name()} ${command.usage()}`,
      })
    // The process does not end with the exit code of a command at the prompt.
    addDevCommands(prompt, { ...context, exitWith: () => undefined }, execute)
    addHelp(prompt, '', 'list the commands')
    return prompt
  }
  return {
    names: [...build().commands.map((command) => command.name()), 'quit'],
    async run(words) {
      if (words[0] === 'quit' || words[0] === 'exit') {
        process.kill(process.pid, 'SIGTERM')
        return
      }
      try {
        await build().parseAsync(words, { from: 'user' })
      } catch (error) {
        if (!(error instanceof CommanderError)) tellProblem(terminal, error)
      }
    },
  }
}
