import type { Logger } from 'pino'
import pino from 'pino'
import type { Actor } from '../../base/audit/append.ts'
import { retentionOf } from '../../operations/retention/retention-of.ts'
import { findHome } from '../../cells/homes.ts'
import { readConfig, type Config } from '../../base/config/config.ts'
import { createDatabase, type Database } from '../../base/database/database.ts'
import { databaseServer } from '../../base/database/database-server.ts'
import { firstLine, openClient } from '../../base/database/open-client.ts'
import { COMMAND_LINE } from '../../parties/operators/key-names.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

/** Who a command is in the audit log: it needs no key. */
export const BY_COMMAND: Actor = { id: null, name: COMMAND_LINE, requestId: null }

export type CommandInput = { config: Config; db: Database; log: Logger }

/** @throws Error when the command was given an argument. */
export const expectNoArgument = (): void => {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) throw new Error(`expected no argument, received ${argument}`)
}

/**
 * Runs a command on the database that the environment names, or on the embedded one; of several cells on
 * the control cell.
 *
 * @param name the command, for PostgreSQL's list of sessions.
 * @param read which settings the command needs.
 * @throws Error with one sentence when the environment or the database cannot be used.
 */
export const onDatabase = async (
  name: string,
  work: (input: CommandInput) => Promise<void>,
  read: () => Config = readConfig,
): Promise<void> => {
  const config = read()
  const log = pino({ level: 'warn', base: null })
  const server = await databaseServer(config, log)
  try {
    await onUrl(name, server.url, { config, log }, work)
  } finally {
    await server.stop()
  }
}

/** The same on each cell, one after the other. If one fails, the cells after it are still done. */
export const onEachDatabase = async (
  name: string,
  work: (input: CommandInput) => Promise<void>,
  read: () => Config = readConfig,
): Promise<void> => {
  const config = read()
  if (config.cells.length === 0) return onDatabase(name, work, read)
  const log = pino({ level: 'warn', base: null })
  const failed: string[] = []
  for (const cell of config.cells) {
    process.stdout.write(`Cell ${cell.name}:\n`)
    const input = { config: retentionOf(config, cell.name), log }
    await onUrl(name, cell.url, input, work).catch((error: unknown) => {
      process.stderr.write(`${firstLine(error)}\n`)
      failed.push(cell.name)
    })
  }
  if (failed.length > 0)
    throw new Error(`it failed in ${failed.join(', ')}; the other cells are done`)
}

/** The same on the database in which a partner lives. */
export const onDatabaseOf = async (
  name: string,
  partnerId: number,
  work: (input: CommandInput) => Promise<void>,
): Promise<void> => {
  const { cells } = readConfig()
  if (cells.length === 0) return onDatabase(name, work)
  await onDatabase(name, async ({ config, db, log }) => {
    const home = await findHome(db.pool, partnerId)
    const cell = cells.find((one) => one.name === home?.cell)
    if (cell === undefined) throw new Error(`there is no partner ${partnerWireId(partnerId)}`)
    await onUrl(name, cell.url, { config, log }, work)
  })
}

const onUrl = async (
  name: string,
  url: string,
  input: Omit<CommandInput, 'db'>,
  work: (input: CommandInput) => Promise<void>,
): Promise<void> => {
  // Its error names DATABASE_URL; the pool's would not.
  const client = await openClient(url, `wasl ${name}`)
  await client.end()
  const db = createDatabase(url)
  try {
    await work({ ...input, db })
  } finally {
    await db.close()
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
