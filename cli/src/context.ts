import type { Environment } from './environment.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** What every command is run with. */
export type Context = {
  environment: Environment
  terminal: Terminal
  /** Aborted by Ctrl-C, a termination, or a reader that went away, once `stopGracefully` was said. */
  signal: AbortSignal
  /** From now on the command itself obeys `signal`, instead of ending at once. */
  stopGracefully(): void
  /** What the process ends with when the command itself has no problem. */
  exitWith(code: ExitCode): void
}
