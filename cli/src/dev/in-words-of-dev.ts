import { StartProblem } from '@wasl/platform'

/** The options of this command, in place of the platform's variables; others it leaves out. */
const OPTIONS = {
  WASL_DATA_DIR: '--data-dir',
  PORT: '--port',
  WASL_MASTER_KEY: null,
  DATABASE_URL: null,
} as const

/** What the platform says of its start, to somebody who started `wasl dev`. */
export const inWordsOfDev = (error: unknown): string => {
  if (error instanceof StartProblem) return error.inWords((setting) => OPTIONS[setting])
  return error instanceof Error ? error.message : String(error)
}
