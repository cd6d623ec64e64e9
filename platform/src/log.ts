import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** The platform's structured log, one JSON object a line; to the standard output unless given. */
export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino({ level, base: null }, destination ?? pino.destination(1))
