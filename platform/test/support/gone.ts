import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PATIENCE_MS, until } from './wait.ts'

/** Listing all processes takes some 20 ms of processor time. */
const ASK_MS = 100

/** Some command lines have a kilobyte. */
const LONG = { maxBuffer: 64e6 }

/** Waits until no process of this machine has these words in its command line. */
export const untilGone = (words: string, timeoutMs = PATIENCE_MS): Promise<true> =>
  until(
    `every process of ${words} to end`,
    async () => {
      const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args='], LONG)
      if (!stdout.includes(words)) return true
      await pause(ASK_MS)
      return false
    },
    timeoutMs,
  )
