/**
 * Closes the business days that are over, now, and waits until they are sealed:
 *
 *   npm run platform:close-day
 *
 * The platform does the same by itself, some seconds after midnight.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../base/database/database.ts'
import { closeDays } from '../../ledger/close-day.ts'
import { oldestWriters } from '../../ledger/oldest-writers.ts'
import { expectNoArgument, onEachDatabase, reportFailure } from './run-command.ts'

const PAUSE_MS = 200

/** How long one closing waits before the command says what it waits for; it goes on waiting. */
const TELL_AFTER = 25

const TRIES_MAX = 3_000

const closeAll = async ({ pool }: Database): Promise<string> => {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const closing = await closeDays(pool)
    if (closing.state === 'sealed') {
      return closing.sealedThrough === null
        ? 'No day with transfers is over yet.'
        : `Every business day through ${closing.sealedThrough} is closed.`
    }
    if (tries % TELL_AFTER === 0) {
      const writers = (await oldestWriters(pool)).join('; ')
      process.stderr.write(`The closing of ${closing.through} waits for: ${writers}\n`)
    }
    await pause(PAUSE_MS)
  }
  throw new Error('a transaction still runs that may write to the day: end it, and run this again')
}

const main = async (): Promise<void> => {
  expectNoArgument()
  await onEachDatabase('close day', async ({ db }) => {
    process.stdout.write(`${await closeAll(db)}\n`)
  })
}

main().catch(reportFailure('The day is not closed'))
