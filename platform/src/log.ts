import { hostname } from 'node:os'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/**
 * The platform's structured log, one JSON object a line; to the standard output unless given. Each
 * line names the process and its host, because the lines of several are read together.
 */
export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    { level, base: { pid: process.pid, hostname: hostname() }, serializers: { err: shownError } },
    destination ?? standardOutput(),
  )

/** Lines that wait for whoever reads them; what comes beyond is lost. */
const WAITING_BYTES_MAX = 1024 * 1024

/**
 * Whether a line can be written decides nothing about payments. Where it cannot (its disk is full, its
 * reader is gone) it waits for the next line and is tried again with it. The end of the process does
 * not wait for it: the library would try until it is written, and end never.
 */
const standardOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, maxLength: WAITING_BYTES_MAX })
  const { flushSync } = output
  // Unheard, this event would end the process.
  output.on('error', () => {
    output.flushSync = () => undefined
  })
  output.on('write', () => {
    output.flushSync = flushSync
  })
  return output
}

/** Only what is named here is logged: errors of PostgreSQL also carry the rows they concern. */
const shownError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  return { type: error.name, message: error.message, code, stack: error.stack }
}
