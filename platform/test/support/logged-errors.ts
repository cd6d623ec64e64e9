/**
 * What the platforms of this process logged as errors. An answer of 5xx tells the caller nothing about its
 * cause, so a test that fails prints these lines (`show-logged-errors.ts`).
 */

/** How pino writes the level `error`, and `fatal`. */
const IS_ERROR = /^\{"level":[56]0,/

const logged: string[] = []

/** Takes a line of the log, and keeps it when it is an error. */
export const noteError = (line: string): void => {
  if (IS_ERROR.test(line)) logged.push(line.trim())
}

/** The errors since the last call. */
export const takeLoggedErrors = (): string[] => logged.splice(0)
