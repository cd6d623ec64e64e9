/**
 * Checks whether the audit log was tampered with (W267), or exports it to be checked elsewhere:
 *
 *   wasl-platform audit verify --seals /var/lib/wasl/seals     in a clone: npm run platform:audit -- verify …
 *   wasl-platform audit export --into audit.ndjson
 *   wasl-platform audit verify --export audit.ndjson --seals /var/lib/wasl/seals
 *
 * The platform may go on running. It exits with 1 when something is wrong.
 */
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readCellName } from '../../operations/audit-seals/cell-name.ts'
import { databaseSource } from '../../operations/audit-seals/database-source.ts'
import { openExport, writeExport } from '../../operations/audit-seals/export-file.ts'
import { readKeptSeals, type KeptSeals } from '../../operations/audit-seals/kept-seals.ts'
import { retentionOf } from '../../operations/retention/retention-of.ts'
import { verifyDays } from '../../operations/audit-seals/verify-days.ts'
import { verifyAudit, type AuditSource, type Verdict } from '../../operations/audit-seals/verify.ts'
import { createDatabase } from '../../base/database/database.ts'
import { onEachDatabase, reportFailure, type CommandInput } from './run-command.ts'

const EXPECTED =
  'expected verify with --seals FOLDER, --archives FOLDER or --export FILE, or export with --into FILE'

type Options = {
  verb: 'verify' | 'export'
  seals: string | undefined
  archives: string | undefined
  file: string | undefined
}

const readOptions = (): Options => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seals: { type: 'string' },
      archives: { type: 'string' },
      export: { type: 'string' },
      into: { type: 'string' },
    },
  })
  const { seals, archives } = values
  const [verb, ...others] = positionals
  if (others.length > 0) throw new Error(EXPECTED)
  if (verb === 'verify' && values.into === undefined) {
    return { verb, seals, archives, file: values.export }
  }
  if (verb === 'export' && values.into !== undefined && values.export === undefined) {
    return { verb, seals, archives, file: values.into }
  }
  throw new Error(EXPECTED)
}

const main = async (): Promise<void> => {
  const options = readOptions()
  if (options.verb === 'verify' && options.file !== undefined) {
    const { cell, source } = await openExport(options.file)
    await verifyOne(source, readKeptSeals(options.seals ?? null, cell))
    return
  }
  await onEachDatabase('audit', (input) => run(input, options))
}

const run = async ({ config, db }: CommandInput, options: Options): Promise<void> => {
  const cell = await readCellName(db.pool)
  const elsewhere = config.cells.filter(({ name }) => name !== cell)
  const others = elsewhere.map(({ url }) => createDatabase(url))
  try {
    const pools: pg.Pool[] = others.map(({ pool }) => pool)
    const archiveDir = archivesOf(options, cell) ?? config.exportDir
    const source = await databaseSource({ pool: db.pool, others: pools, archiveDir })
    if (options.verb === 'export') await exportOne(source, cell, options.file as string)
    else {
      const kept = readKeptSeals(options.seals ?? config.auditSeals.folder, cell)
      await verifyOne(source, kept)
      await verifyLedger(db.pool, source, kept)
    }
  } finally {
    await Promise.all(others.map((other) => other.close()))
  }
}

/** Each cell has a folder of its own there, as in the folder of exports. */
const archivesOf = ({ archives }: Options, cell: string): string | null =>
  retentionOf<{ exportDir: string | null }>({ exportDir: archives ?? null }, cell).exportDir

const exportOne = async (source: AuditSource, cell: string, file: string): Promise<void> => {
  const into = cell === '' ? file : `${file}.${cell}`
  const places = await writeExport(source, cell, into)
  process.stdout.write(`Wrote ${places} entries and ${source.seals.length} seals to ${into}.\n`)
}

const verifyOne = async (source: AuditSource, kept: KeptSeals): Promise<void> => {
  const verdict = await verifyAudit(source, kept)
  if (verdict.problem !== null) {
    const { what, sentence } = verdict.problem
    const found = what === 'seal' ? 'A seal is wrong' : `An entry was ${what}`
    throw new Error(`${found}: ${sentence}`)
  }
  process.stdout.write(`${sentenceOf(verdict, kept.seals.length)}\n`)
}

const verifyLedger = async (pool: pg.Pool, source: AuditSource, kept: KeptSeals): Promise<void> => {
  const { problem, days } = await verifyDays(pool, source, kept)
  if (problem !== null) throw new Error(`The ledger was changed: ${problem}`)
  if (days > 0) process.stdout.write(`The ledger is as ${days} seals of closed days say.\n`)
}

const sentenceOf = ({ entries, unread, waiting }: Verdict, keptSeals: number): string =>
  [
    `The audit log is whole: ${entries} entries follow each other`,
    keptSeals === 0
      ? '. No kept seals were given, so a whole chain computed again would not be noticed'
      : `, as ${keptSeals} kept seals say`,
    unread === 0 ? '' : `. ${unread} entries are in archives that were not given`,
    waiting === 0 ? '.' : `. ${waiting} entries wait for their place.`,
  ].join('')

main().catch(reportFailure('The audit log is not whole'))
