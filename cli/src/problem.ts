import { EXIT, type ExitCode } from './exit-codes.ts'

/** Why a command ends, for its user: a sentence and what to do. */
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

/** The command line is wrong, or an input is missing. */
export const usage = (message: string, ...remedies: string[]): Problem =>
  new Problem(EXIT.usage, message, remedies)

/** Nothing answers where an answer is needed. */
export const unreachable = (message: string, ...remedies: string[]): Problem =>
  new Problem(EXIT.unreachable, message, remedies)

/** The answer is no. */
export const refused = (message: string, ...remedies: string[]): Problem =>
  new Problem(EXIT.no, message, remedies)
