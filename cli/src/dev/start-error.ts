import { StartProblem } from '@wasl/platform'

/** The options of `wasl dev` for the platform's settings; null: it has none. */
const OPTIONS = {
  WASL_DATA_DIR: '--data-dir',
  PORT: '--port',
  WASL_MASTER_KEY: null,
  DATABASE_URL: null,
} as const

/** Why the platform did not start, with the options of `wasl dev` in place of variables. */
export const startErrorText = (error: unknown): string => {
  if (error instanceof StartProblem) return error.inWords((setting) => OPTIONS[setting])
  return error instanceof Error ? error.message : String(error)
}
