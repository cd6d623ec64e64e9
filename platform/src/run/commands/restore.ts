/**
 * Repairs a database that was restored to an earlier moment (W285), before a process starts on it:
 *
 *   wasl-platform restore repair --dry-run     in a clone: npm run platform:restore -- repair --dry-run
 *   wasl-platform restore repair --lock-hours 24
 *
 * It prints what it is going to do, and does it. With --dry-run it only prints. It refuses a database that
 * serves. A repair that was interrupted goes on where it stopped. With WASL_CELLS it repairs the one cell that
 * --cell names.
 */
import { parseArgs } from 'node:util'
import pino from 'pino'
import type pg from 'pg'
import { WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { commandCall } from '../../base/command-call.ts'
import { readDatabaseConfig, type Config } from '../../base/config/config.ts'
import { databaseServer } from '../../base/database/database-server.ts'
import type { Log } from '../../base/database/log.ts'
import { migrate } from '../../base/database/migrate.ts'
import { openClient } from '../../base/database/open-client.ts'
import { pendingMigrations } from '../../base/database/schema-state.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { readCellName } from '../../operations/audit-seals/cell-name.ts'
import { readKeptSeals } from '../../operations/audit-seals/kept-seals.ts'
import {
  beginRepair,
  countSteps,
  repair,
  standingOf,
  type RepairOptions,
  type StepDone,
} from '../../operations/restores/repair.ts'
import { refuseServing } from '../../operations/restores/serving.ts'
import { lostEntries, unfinishedLines } from '../../operations/restores/unfinished.ts'
import { BY_COMMAND, reportFailure } from './run-command.ts'

const EXPECTED =
  'expected repair, with --dry-run, --lock-hours 1 to 168, --restored-to TIME, --seals FOLDER or --cell NAME'

const LOCK_HOURS = 12

/** A lock that lasts longer would hide a payment that nobody pays (and lists of payments expect no longer one). */
const LOCK_HOURS_MAX = 168

type Options = RepairOptions & {
  isDryRun: boolean
  seals: string | undefined
  cell: string | undefined
}

const readOptions = (): Options => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'lock-hours': { type: 'string', default: String(LOCK_HOURS) },
      'restored-to': { type: 'string' },
      seals: { type: 'string' },
      cell: { type: 'string' },
    },
  })
  if (positionals.length !== 1 || positionals[0] !== 'repair') throw new Error(EXPECTED)
  const hours = values['lock-hours']
  const lockHours = /^\d{1,3}$/.test(hours) ? Number(hours) : 0
  if (lockHours < 1 || lockHours > LOCK_HOURS_MAX) {
    throw new Error(`--lock-hours: expected 1 to ${LOCK_HOURS_MAX}, received ${hours}`)
  }
  return {
    lockHours,
    restoredTo: readMoment(values['restored-to']),
    isDryRun: values['dry-run'],
    seals: values.seals,
    cell: values.cell,
  }
}

/** With its zone, because a moment without one means another on each machine. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/

const readMoment = (text: string | undefined): Date | null => {
  if (text === undefined) return null
  const at = new Date(text)
  if (MOMENT.test(text) && !Number.isNaN(at.getTime())) return at
  throw new Error(
    `--restored-to: expected a time with its zone such as 2026-11-27T12:00:00Z, received ${text}`,
  )
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const main = async (): Promise<void> => {
  const options = readOptions()
  const config = readDatabaseConfig()
  const log = pino({ level: 'warn', base: null })
  const { url, stop } = await databaseOf(config, options, log)
  try {
    await repairAt(url, options, config, log)
  } finally {
    await stop()
  }
}

type Server = { url: string; stop(): Promise<void> }

const databaseOf = async (config: Config, { cell }: Options, log: Log): Promise<Server> => {
  const { cells } = config
  if (cells.length === 0) {
    if (cell !== undefined) throw new Error('--cell: expected WASL_CELLS, which names the cells')
    return databaseServer(config, log)
  }
  const found = cells.find(({ name }) => name === cell)
  if (found !== undefined) return { url: found.url, stop: () => Promise.resolve() }
  const names = cells.map(({ name }) => name).join(', ')
  throw new Error(`--cell: expected the cell that was restored, one of ${names}`)
}

const repairAt = async (url: string, options: Options, config: Config, log: Log): Promise<void> => {
  const client = await openClient(url, 'wasl restore')
  try {
    await refuseServing(client)
    const { missing } = await pendingMigrations(client)
    if (missing.length > 0) {
      print(`${missing.length} migrations are applied first, from ${missing[0]}.`)
      if (options.isDryRun) return print('Nothing was changed: the counts follow the migrations.')
      await migrate(url, log)
    }
    await repairWith(client, options, config)
  } finally {
    await client.end()
  }
}

const repairWith = async (client: pg.Client, options: Options, config: Config): Promise<void> => {
  const standing = await standingOf(client, options)
  if (standing.kind === 'finished') {
    const at = standing.row.finished_at?.toISOString()
    return print(`This database was repaired at ${at}, and nothing happened in it since.`)
  }
  const begun = standing.kind === 'begun' ? standing.row : null
  const restoredTo = standing.kind === 'begun' ? standing.row.restored_to : standing.restoredTo
  const lockHours = begun?.lock_hours ?? options.lockHours
  print(
    `The database remembers what happened until ${restoredTo.toISOString()}. What was done after it is forgotten.`,
  )
  if (begun !== null) print('An earlier repair was interrupted; this one goes on with it.')
  const counted = await countSteps(client, begun)
  print(`\nThe repair${options.isDryRun ? ' would change' : ' changes'}:`)
  for (const step of counted) printStep(step, lockHours)
  await printFound(client, options.seals ?? config.auditSeals.folder)
  if (options.isDryRun) return print('\nNothing was changed.')
  const row = begun ?? (await beginRepair(client, options, restoredTo))
  print('\nDone:')
  await repair(client, row, BY_COMMAND, (done) => printStep(done, lockHours, true))
  print(
    `\nThe database is repaired: start the platform. Until ${lockEnd(row.repaired_at, lockHours)} channels can ` +
      'confirm what was open. What partners, tills and the bank name of the lost minutes opens follow-ups.',
  )
}

const lockEnd = (from: Date, hours: number): string =>
  new Date(from.getTime() + hours * 3_600_000).toISOString()

const printStep = (
  { step, done, isEarlier }: StepDone,
  lockHours: number,
  withCodes = false,
): void => {
  const counts = Object.entries(done.counts).map(([name, count]) => `${count} ${name}`)
  const hours = step.name === 'locks' ? `, by ${lockHours} hours at least` : ''
  print(`- ${step.says}${hours}: ${counts.join(', ')}${isEarlier ? ' (done earlier)' : ''}`)
  for (const { partnerId, token, label } of withCodes ? (done.codes ?? []) : []) {
    print(`    ${partnerId} ${token} ${label}`)
  }
}

/** What can be known before anybody has named it. */
const printFound = async (client: pg.Client, folder: string | null): Promise<void> => {
  const lines = await unfinishedLines(client)
  if (lines.length > 0) print('\nUnder way at that moment; the lost minutes may have ended it:')
  for (const line of lines) print(`- ${line}`)
  const lost = await lostEntries(client, readKeptSeals(folder, await readCellName(client)))
  if (lost.length === 0) return
  print(
    `\nEntries of the audit log that kept seals name and the database has forgotten: ${lost.length}`,
  )
  for (const { partnerId, auditId } of lost) {
    print(`- ${auditId}${partnerId === WHOLE_PLATFORM ? '' : ` of ${partnerWireId(partnerId)}`}`)
  }
}

main().catch(
  reportFailure(
    `The database is not repaired; ${commandCall('restore', 'repair')} can be run again`,
  ),
)
