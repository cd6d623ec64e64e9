/**
 * Says whether a restore would be possible, and to which moment (W287):
 *
 *   wasl-platform backup check     in a clone: npm run platform:backup -- check
 *   wasl-platform backup check --stanza wasl --minutes 15 --hours 48
 *
 * It asks PostgreSQL whether its log is archived. With --stanza it also asks pgBackRest, on a machine where that
 * is configured; with several cells the stanza of each is called `NAME-CELL`. It exits with 1 when something is
 * wrong. The platform may go on running.
 */
import { parseArgs } from 'node:util'
import {
  archiveFindings,
  problem,
  readArchive,
  type Archive,
  type Finding,
} from '../../operations/backups/archive.ts'
import { readRepository } from '../../operations/backups/pgbackrest.ts'
import { repositoryFindings } from '../../operations/backups/repository.ts'
import { readDatabaseConfig } from '../../base/config/config.ts'
import type { Database } from '../../base/database/database.ts'
import { readCellName } from '../../operations/audit-seals/cell-name.ts'
import { onEachDatabase, reportFailure } from './run-command.ts'

const EXPECTED = 'expected check, with --stanza NAME, --minutes 1 to 1440 or --hours 1 to 1000'

/** As the alert WaslArchiveLate. */
const MINUTES = '15'

/** A backup each night, and one that was missed. */
const HOURS = '48'

type Options = { stanza: string | undefined; minutesMax: number; hoursMax: number }

const readOptions = (): Options => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stanza: { type: 'string' },
      minutes: { type: 'string', default: MINUTES },
      hours: { type: 'string', default: HOURS },
    },
  })
  if (positionals.length !== 1 || positionals[0] !== 'check') throw new Error(EXPECTED)
  const { stanza } = values
  if (stanza !== undefined && !/^[\w.-]{1,100}$/.test(stanza)) throw new Error(EXPECTED)
  return {
    stanza,
    minutesMax: numberIn(values.minutes, 1_440),
    hoursMax: numberIn(values.hours, 1_000),
  }
}

const numberIn = (text: string, max: number): number => {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > max) throw new Error(EXPECTED)
  return value
}

const main = async (): Promise<void> => {
  const options = readOptions()
  await onEachDatabase('backup', ({ db }) => checkBackup(db, options), readDatabaseConfig)
}

const checkBackup = async (db: Database, options: Options): Promise<void> => {
  const archive = await readArchive(db.pool)
  const cell = await readCellName(db.pool)
  const findings = [
    ...archiveFindings(archive, options.minutesMax),
    ...(await askRepository(options, cell, archive)),
  ]
  for (const { isProblem, text } of findings) {
    process.stdout.write(`${isProblem ? 'Wrong' : 'Good'}: ${text}.\n`)
  }
  const problems = findings.filter(({ isProblem }) => isProblem).length
  if (problems > 0) throw new Error(`${problems} of ${findings.length} findings are wrong`)
  if (archive.lastAt !== null) {
    process.stdout.write(`The last restorable moment: ${archive.lastAt.toISOString()}.\n`)
  }
}

const askRepository = async (
  { stanza, hoursMax }: Options,
  cell: string,
  { lastFile, segmentBytes, now }: Archive,
): Promise<Finding[]> => {
  if (stanza === undefined) {
    process.stdout.write('No base backup was looked at: --stanza names the one of pgBackRest.\n')
    return []
  }
  const name = cell === '' ? stanza : `${stanza}-${cell}`
  try {
    const info = await readRepository(name)
    return repositoryFindings(info, { lastFile, segmentBytes, now, hoursMax })
  } catch (error) {
    return [problem((error as Error).message)]
  }
}

main().catch(reportFailure('A restore may fail'))
