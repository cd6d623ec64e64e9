/** What this package needs of a logger; pino's satisfies it. */
export type Log = {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
