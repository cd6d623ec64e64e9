/** The only reader of the environment. An empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>

export const readEnvironment = (): Environment =>
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

/** Every variable that a command reads, for the help. */
export const VARIABLES_HELP = `
Environment:
  API_SECRET, HMAC_SECRET   the secrets shared with the platform; new,old while one changes
  API_URL, WEBHOOK_URL      your two endpoints, unless you type one of them
  WASL_URL, WASL_API_KEY    the platform, and your key for its two APIs
  WASL_DEV_DIR              where wasl dev keeps its data (.wasl/dev in the repository)
  NO_COLOR                  no colours`
