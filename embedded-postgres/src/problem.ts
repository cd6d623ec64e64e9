/** Remedies that the program around has its own words for, such as the name of a setting. */
export const ANOTHER_FOLDER = 'use another data directory'
export const OWN_SERVER = 'use a PostgreSQL of your own'

/** Why the server cannot start here, and what a person can do about it, in one sentence. */
export class EmbeddedPostgresProblem extends Error {
  readonly problem: string
  /** Clauses such as "stop it"; any one of them is enough. */
  readonly remedies: readonly string[]

  constructor(problem: string, remedies: readonly string[], options?: ErrorOptions) {
    super(`${problem}: ${remedies.join(', or ')}.`, options)
    this.problem = problem
    this.remedies = remedies
  }
}
