import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { addDevCommands } from '../dev/commands.ts'
import { variablesOf } from '../dev/banner.ts'
import { askRunning } from '../dev/control.ts'
import { devDirectory, readRunning, readState } from '../dev/home.ts'
import type { DevOptions } from '../dev/settings.ts'
import { EXIT_HELP } from '../exit-codes.ts'
import { addHelp, noSuchCommand } from '../help.ts'
import { usage } from '../problem.ts'

export const addDev = (program: Command, context: Context): void => {
  const dev = program
    .command('dev')
    .description('run the real platform on this machine, aimed at your own two endpoints')
    .argument('[command...]')
    .usage(`[options] | ${context.terminal.call} dev <command>`)
    .option('--api-url <url>', 'your API URL: lookups are GET {url}/{reference}')
    .option('--webhook-url <url>', 'your Webhook URL; default: {api-url}/webhooks/platform')
    .option('--port <number>', 'of the platform; default: 8080 or the next free one')
    .option('--data-dir <folder>', 'where it keeps its data')
    .option('--json', 'print what happens as one JSON object per line')
    .addHelpText('after', `${DEV_HELP}\n${EXIT_HELP}`)
    .action(async (words: string[], options: DevOptions) => {
      if (words.length > 0) throw noSuchCommand(dev, 'wasl dev', words[0] ?? '')
      // The platform is large: commands for a running one do not load it.
      const { runDev } = await import('../dev/run.ts')
      await runDev(context, options)
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
    .description("print your server's environment, also when wasl dev is not running")
    .option('--json', 'answer with JSON')
    .option('--dotenv', 'NAME=value, for a .env file')
    .action((_options: unknown, command: Command) => {
      const given = command.optsWithGlobals<{ dataDir?: string; json?: true; dotenv?: true }>()
      const directory = devDirectory(environment, given.dataDir)
      const state = readState(directory)
      if (!state?.partner) {
        throw usage(
          `There are no secrets yet in ${directory}.`,
          'The first run makes them: wasl dev --api-url http://localhost:3000/pay',
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
