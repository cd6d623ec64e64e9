/** What the database code needs of a logger. pino satisfies it. */
export type Log = {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
