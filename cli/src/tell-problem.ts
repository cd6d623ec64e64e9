import { Problem } from './problem.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** Prints why a command ended and what to do. Returns the exit code. */
export const tellProblem = ({ say, hint }: Terminal, error: unknown): ExitCode => {
  if (error instanceof Problem) {
    say(`${hint.red('error:')} ${error.message}`)
    for (const remedy of error.remedies) say(`  ${remedy}`)
    return error.exitCode
  }
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
  say(`${hint.red('error:')} This is a bug in wasl: please report it.`)
  say(shown)
  return EXIT.internal
}
