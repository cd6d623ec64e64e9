/**
 * Drops the webhook attempts and results of the days before a given one:
 *
 *   npm run platform:drop-attempts -- --before 2026-08-01
 *
 * The platform may go on running. Timelines of payments then lack those attempts.
 */
import { parseArgs } from 'node:util'
import pino from 'pino'
import { readConfig } from '../config.ts'
import { createDatabase } from '../database/database.ts'
import { databaseServer } from '../database/database-server.ts'
import { openClient } from '../database/open-client.ts'
import { COMMAND_LINE } from '../operators/first-key.ts'
import { dropAttempts } from '../webhooks/drop-attempts.ts'

const EXPECTED = 'expected --before with a day such as 2026-08-01'

/** @throws Error when it is no day of the calendar. */
const dayOf = (text: string | undefined): string => {
  if (text === undefined) throw new Error(EXPECTED)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && isoDay(new Date(`${text}T00:00:00Z`)) === text
  if (!isDay) throw new Error(`${EXPECTED}, received ${JSON.stringify(text)}`)
  return text
}

const isoDay = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { before: { type: 'string' } } })
  const before = dayOf(values.before)
  const server = await databaseServer(readConfig(), pino({ level: 'warn', base: null }))
  try {
    const client = await openClient(server.url, 'wasl drop attempts')
    await client.end()
    const { pool, close } = createDatabase(server.url)
    try {
      const days = await dropAttempts(pool, {
        before,
        by: { id: null, name: COMMAND_LINE, requestId: null },
        onHeldUp: (day, holders) =>
          process.stderr.write(
            `The attempts of ${day} are being read (${holders.join('; ')}). Trying again …\n`,
          ),
      })
      const span = days.length === 0 ? '' : `: ${days[0]} to ${days.at(-1)}`
      const count = days.length === 1 ? '1 day' : `${days.length} days`
      process.stdout.write(`Dropped the attempts of ${count}${span}.\n`)
    } finally {
      await close()
    }
  } finally {
    await server.stop()
  }
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The command did not do all of its work: ${message}.\n`)
  process.exitCode = 1
})
