import type { Environment } from './environment.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** What every command gets. */
export type Context = {
  environment: Environment
  terminal: Terminal
  /** Aborted by Ctrl-C, SIGTERM or a closed output, after `stopGracefully` was called. */
  signal: AbortSignal
  /** From now on the command stops by `signal`, and the process does not end at once. */
  stopGracefully(): void
  /** The exit code of the process, unless the command throws a problem. */
  exitWith(code: ExitCode): void
}
