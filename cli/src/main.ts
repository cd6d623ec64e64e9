import { CommanderError } from 'commander'
import { callOf } from './called.ts'
import type { Context } from './context.ts'
import { readEnvironment } from './environment.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { createProgram } from './program.ts'
import { tellProblem } from './tell-problem.ts'
import { createTerminal } from './terminal.ts'

/** `npm run wasl` runs in the repository's folder; paths are meant from where it was typed. */
const given = readEnvironment()
const { npm_lifecycle_event: script, INIT_CWD: typedIn, ...environment } = given
if (script === 'wasl' && typedIn !== undefined) process.chdir(typedIn)

const stopping = new AbortController()
/** Set by commands that end what they began; of others a signal leaves nothing to end. */
let isGraceful = false

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (!isGraceful) process.exit(EXIT.interrupted)
    stopping.abort()
  })
}

// Who reads went away (a pager, head): that is no problem of ours, and nothing more to do.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      context.terminal.say(`error: What this says cannot be written: ${error.message}`)
      process.exit(EXIT.unreachable)
    }
    if (isGraceful) stopping.abort()
    else process.exit(EXIT.ok)
  })
}

let exitCode: ExitCode = EXIT.ok
const { stdin, stdout, stderr } = process
const context: Context = {
  environment,
  terminal: createTerminal({ stdin, stdout, stderr }, environment, callOf(given)),
  signal: stopping.signal,
  stopGracefully() {
    isGraceful = true
  },
  exitWith(code) {
    exitCode = code
  },
}

try {
  await createProgram(context).parseAsync(process.argv)
} catch (error) {
  if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  else exitCode = tellProblem(context.terminal, error)
}
process.exitCode = exitCode
