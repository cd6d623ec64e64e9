import type { Logger } from 'pino'
import type { LogLevel } from '../../src/base/config/config.ts'
import { createLog } from '../../src/base/log.ts'
import { noteError } from './logged-errors.ts'

/** A log whose lines go into this list. A test that fails prints its errors. */
export const createKeptLog = (level: LogLevel, lines: string[]): Logger =>
  createLog(level, {
    write(line: string) {
      lines.push(line)
      noteError(line)
    },
  })
