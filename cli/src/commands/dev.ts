import { Command, CommanderError } from 'commander'
import type { Context } from '../context.ts'
import { addDevCommands } from '../dev/commands.ts'
import { variablesOf } from '../dev/banner.ts'
import { askRunning } from '../dev/control.ts'
import { devDirectory, readRunning, readState } from '../dev/home.ts'
import type { Prompted } from '../dev/run.ts'
import type { DevOptions } from '../dev/settings.ts'
import { EXIT_HELP } from '../exit-codes.ts'
import { addHelp, noSuchCommand } from '../help.ts'
import { usage } from '../problem.ts'
import { tellProblem } from '../tell-problem.ts'

export const addDev = (program: Command, context: Context): void => {
  const dev = program
    .command('dev')
    .description('run the real platform on this machine, aimed at your own two endpoints')
    .argument('[command...]')
    .usage(`[options] | ${context.terminal.call} dev <command>`)
    .option('--api-url <url>', 'your API URL: lookups are GET {url}/{reference}')
    .option('--webhook-url <url>', 'where webhooks go; {api-url}/webhooks/platform unless given')
    .option('--port <number>', 'of the platform; 8080 or the next free one unless given')
    .option('--data-dir <folder>', 'where everything is kept from run to run')
    .option('--json', 'tell what happens as one JSON object a line')
    .addHelpText('after', `${DEV_HELP}\n${EXIT_HELP}`)
    .action(async (words: string[], options: DevOptions) => {
      if (words.length > 0) throw noSuchCommand(dev, 'wasl dev', words[0] ?? '')
      // The platform is large: commands that talk to a running one start without it.
      const { runDev } = await import('../dev/run.ts')
      await runDev(context, options, createPrompted(context))
    })
  addDevCommands(dev, context, (request, { dataDir }) =>
    askRunning(devDirectory(context.environment, dataDir), request),
  )
  addEnv(dev, context)
  addHelp(dev, 'wasl dev')
}

const DEV_HELP = `
Examples:
  $ wasl dev --api-url http://localhost:3000/pay
  $ wasl dev pay INV-1                # in another terminal, or at the prompt without "wasl dev"
  $ wasl dev clock +16m
  $ wasl dev fault lost-ack --times 1
  $ eval "$(wasl dev env)" && node server.js`

const addEnv = (dev: Command, { environment, terminal }: Context): void => {
  dev
    .command('env')
    .description("print your server's environment; works while nothing runs too")
    .option('--json', 'answer with JSON')
    .option('--dotenv', 'NAME=value, for a .env file')
    .action((_options: unknown, command: Command) => {
      const given = command.optsWithGlobals<{ dataDir?: string; json?: true; dotenv?: true }>()
      const directory = devDirectory(environment, given.dataDir)
      const state = readState(directory)
      if (!state?.partner) {
        throw usage(
          `There are no secrets yet in ${directory}.`,
          'They are made by the first: wasl dev --api-url http://localhost:3000/pay',
        )
      }
      const url = readRunning(directory)?.platformUrl ?? `http://127.0.0.1:${state.port ?? 8080}`
      const variables = variablesOf(state.partner, url)
      if (given.json) return terminal.json(variables)
      const start = given.dotenv ? '' : 'export '
      for (const [name, value] of Object.entries(variables))
        terminal.out(`${start}${name}=${value}`)
    })
}

/** Nothing stands in front of a command there. */
const promptUsage = (command: Command): string =>
  command.parent === null ? '<command>' : `${command.name()} ${command.usage()}`

/** The same commands at the prompt of the running one, without "wasl dev" in front. */
const createPrompted = (context: Context): Prompted => {
  const build = (execute: Parameters<Prompted['run']>[1]): Command => {
    const prompt = new Command('').exitOverride().configureOutput({
      writeOut: (text) => void context.terminal.stderr.write(context.terminal.called(text)),
      writeErr: (text) => void context.terminal.stderr.write(context.terminal.called(text)),
    })
    prompt.configureHelp({ commandUsage: (command) => promptUsage(command) })
    // What a command at the prompt comes to is not what the process ends with.
    addDevCommands(prompt, { ...context, exitWith: () => undefined }, execute)
    addHelp(prompt, '', 'what can be typed here')
    return prompt
  }
  const names = build(() => Promise.reject(new Error('only its names are asked for')))
    .commands.map((command) => command.name())
    .concat('quit')
  return {
    names,
    async run(words, execute) {
      if (words[0] === 'quit' || words[0] === 'exit') {
        process.kill(process.pid, 'SIGTERM')
        return
      }
      try {
        await build(execute).parseAsync(words, { from: 'user' })
      } catch (error) {
        if (!(error instanceof CommanderError)) tellProblem(context.terminal, error)
      }
    },
  }
}
