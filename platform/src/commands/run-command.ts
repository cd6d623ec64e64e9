import type { Logger } from 'pino'
import pino from 'pino'
import type { Actor } from '../audit/append.ts'
import { readConfig, type Config } from '../config.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { databaseServer } from '../database/database-server.ts'
import { openClient } from '../database/open-client.ts'
import { COMMAND_LINE } from '../operators/first-key.ts'

/** Who a command is in the audit log: it needs no key. */
export const BY_COMMAND: Actor = { id: null, name: COMMAND_LINE, requestId: null }

export type CommandInput = { config: Config; db: Database; log: Logger }

/** @throws Error when the command was given an argument. */
export const expectNoArgument = (): void => {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) throw new Error(`expected no argument, received ${argument}`)
}

/**
 * Runs a command on the database that the environment names, or on the embedded one.
 *
 * @param name the command, for PostgreSQL's list of sessions.
 * @throws Error with one sentence when the environment or the database cannot be used.
 */
export const onDatabase = async (
  name: string,
  work: (input: CommandInput) => Promise<void>,
): Promise<void> => {
  const config = readConfig()
  const log = pino({ level: 'warn', base: null })
  const server = await databaseServer(config, log)
  try {
    // Its error names DATABASE_URL; the pool's would not.
    const client = await openClient(server.url, `wasl ${name}`)
    await client.end()
    const db = createDatabase(server.url)
    try {
      await work({ config, db, log })
    } finally {
      await db.close()
    }
  } finally {
    await server.stop()
  }
}

/**
 * Prints why a command failed, and lets it exit with 1.
 *
 * @param outcome what that means, such as "Nothing was erased".
 */
export const reportFailure =
  (outcome: string) =>
  (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${outcome}: ${message.replace(/\.$/, '')}.\n`)
    process.exitCode = 1
  }
