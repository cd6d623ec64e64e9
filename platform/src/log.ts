import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** The platform's structured log, one JSON object a line; to the standard output unless given. */
export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: shownError } }, destination ?? pino.destination(1))

/** Only what is named here is logged: errors of PostgreSQL also carry the rows they concern. */
const shownError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  return { type: error.name, message: error.message, code, stack: error.stack }
}
