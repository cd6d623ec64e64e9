import { CommanderError } from 'commander'
import { callOf } from './called.ts'
import type { Context } from './context.ts'
import { readEnvironment } from './environment.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { tellProblem } from './tell-problem.ts'
import { createTerminal } from './terminal.ts'

/** Runs a program of this process: signals, a reader that goes away, problems and the exit code. */
export const runProgram = async (
  program: (context: Context) => Promise<unknown>,
): Promise<void> => {
  const given = readEnvironment()
  const { npm_lifecycle_event: script, INIT_CWD: typedIn, ...environment } = given
  // `npm run wasl` runs in the repository's folder; paths are relative to where it was typed.
  if (script === 'wasl' && typedIn !== undefined) process.chdir(typedIn)
  const stopping = new AbortController()
  let isGraceful = false
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
  const stop = (code: ExitCode): void => {
    if (isGraceful) stopping.abort()
    else process.exit(code)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop(EXIT.interrupted))
  }
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader went away (a pager, head): nobody needs the rest.
      if (error.code === 'EPIPE') return stop(EXIT.ok)
      context.terminal.say(`error: The output cannot be written: ${error.message}`)
      process.exit(EXIT.unreachable)
    })
  }
  process.exitCode = (await problemOf(context, program)) ?? exitCode
}

/** Runs a program, and tells its problem; the exit code that this leads to, or null without a problem. */
export const problemOf = async (
  context: Context,
  program: (context: Context) => Promise<unknown>,
): Promise<ExitCode | null> => {
  try {
    await program(context)
    return null
  } catch (error) {
    if (!(error instanceof CommanderError)) return tellProblem(context.terminal, error)
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  }
}
