/** Only this file reads the environment. An empty variable counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

export const readEnvironment = (): Environment =>
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

/** Every variable that commands read, for the help. */
export const VARIABLES_HELP = `
Environment:
  API_SECRET, HMAC_SECRET   the secrets shared with the platform; new,old during a rotation
  API_URL, WEBHOOK_URL      your two endpoints; options go first
  WASL_URL, WASL_API_KEY    the platform, and your key for its two APIs
  WASL_DEV_DIR              where wasl dev keeps its data (.wasl/dev in the repository)
  NO_COLOR                  no colours`
