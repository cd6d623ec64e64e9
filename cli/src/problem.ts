import { EXIT, type ExitCode } from './exit-codes.ts'

/** What ends a command and is told to its user: a sentence, and what to do about it. */
export class Problem extends Error {
  readonly exitCode: ExitCode
  /** Whole lines: what to do, or an example. */
  readonly remedies: readonly string[]

  constructor(exitCode: ExitCode, message: string, remedies: readonly string[] = []) {
    super(message)
    this.name = 'Problem'
    this.exitCode = exitCode
    this.remedies = remedies
  }
}

/** The command line is wrong, or lacks something. */
export const usage = (message: string, ...remedies: string[]): Problem =>
  new Problem(EXIT.usage, message, remedies)

/** Somebody who must answer does not. */
export const unreachable = (message: string, ...remedies: string[]): Problem =>
  new Problem(EXIT.unreachable, message, remedies)

/** Asked and answered, with no. */
export const refused = (message: string, ...remedies: string[]): Problem =>
  new Problem(EXIT.no, message, remedies)
