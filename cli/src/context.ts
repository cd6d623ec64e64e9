import type { Environment } from './environment.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** What every command is run with. */
export type Context = {
  environment: Environment
  terminal: Terminal
  /** Aborted by Ctrl-C, a termination, or a reader that went away. */
  signal: AbortSignal
  /** What the process ends with when the command itself has no problem. */
  exitWith(code: ExitCode): void
}
