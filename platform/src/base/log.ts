import { hostname } from 'node:os'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config/config.ts'

/**
 * The platform's structured log, one JSON object per line, by default to standard output. Each line
 * names the process and its host, because several processes' lines are read together.
 */
export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino(
    { level, base: { pid: process.pid, hostname: hostname() }, serializers: { err: shownError } },
    destination ?? standardOutput(),
  )

/** Bytes of lines that wait for a slow reader; beyond it, lines are lost. */
const WAITING_BYTES_MAX = 1024 * 1024

/**
 * A log that cannot be written must not stop payments. If a line cannot be written (the disk is
 * full, the reader is gone), it waits for the next line and is tried again. The end of the process
 * does not wait for it: the library would retry for ever, and the process would never end.
 */
const standardOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, maxLength: WAITING_BYTES_MAX })
  const { flushSync } = output
  // Without a listener, this event would end the process.
  output.on('error', () => {
    output.flushSync = () => undefined
  })
  output.on('write', () => {
    output.flushSync = flushSync
  })
  return output
}

/** Only these fields are logged: errors of PostgreSQL also contain rows. */
const shownError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? error.code : undefined
  return { type: error.name, message: error.message, code, stack: error.stack }
}
