import { Problem } from './problem.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** Tells what ended a command, and what to do about it; returns what the process ends with. */
export const tellProblem = ({ say, hint }: Terminal, error: unknown): ExitCode => {
  if (error instanceof Problem) {
    say(`${hint.red('error:')} ${error.message}`)
    for (const remedy of error.remedies) say(`  ${remedy}`)
    return error.exitCode
  }
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
  say(`${hint.red('error:')} This is a fault of wasl itself, please report it.`)
  say(shown)
  return EXIT.internal
}
