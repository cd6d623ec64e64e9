/**
 * Drops what is older than it must be kept (WASL_KEEP_MONTHS, WASL_KEEP_AUDIT_MONTHS,
 * WASL_KEEP_BOOKS_MONTHS, WASL_KEEP_ATTEMPT_DAYS), after it was exported to WASL_EXPORT_DIR:
 *
 *   npm run platform:retain
 *   npm run platform:retain -- --attempts-before 2026-08-01
 *   npm run platform:retain -- --with-failed
 *
 * The platform may go on running. It does the same work by itself, each hour.
 */
import { parseArgs } from 'node:util'
import { ATTEMPT_DAYS_MIN } from '../../base/config/config.ts'
import { readKeptFrom } from '../../operations/retention/kept-from.ts'
import { after, periodAt } from '../../base/database/period.ts'
import { retain, type Dropped, type KeptFrom } from '../../operations/retention/retain.ts'
import { BY_COMMAND, onEachDatabase, reportFailure, type CommandInput } from './run-command.ts'

const EXPECTED = 'expected --attempts-before with a day such as 2026-08-01'

/** @throws Error when it is not a day of the calendar. */
const dayOf = (text: string): string => {
  const at = new Date(`${text}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime())
  if (isDay && periodAt(at, 'day') === text) return text
  throw new Error(`${EXPECTED}, received ${JSON.stringify(text)}`)
}

const refuseRecent = (attempts: string): void => {
  const latest = after(periodAt(new Date(), 'day'), -ATTEMPT_DAYS_MIN)
  if (attempts <= latest) return
  throw new Error(
    `expected a day up to ${latest}, received ${attempts}: attempts of the last ` +
      `${ATTEMPT_DAYS_MIN} days are kept, because their events may still be sent again`,
  )
}

type Options = { attemptsBefore: string | undefined; withFailed: boolean }

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { 'attempts-before': { type: 'string' }, 'with-failed': { type: 'boolean' } },
  })
  const attemptsBefore = values['attempts-before']
  if (attemptsBefore !== undefined) refuseRecent(dayOf(attemptsBefore))
  const options = { attemptsBefore, withFailed: values['with-failed'] === true }
  await onEachDatabase('retain', (input) => run(input, options))
}

const run = async (
  { config, db: { pool } }: CommandInput,
  { attemptsBefore, withFailed }: Options,
): Promise<void> => {
  const keptFrom: KeptFrom = await readKeptFrom(pool, config)
  const dropped = await retain(pool, {
    by: BY_COMMAND,
    keptFrom: { ...keptFrom, ...(attemptsBefore && { attempts: attemptsBefore }) },
    exportDir: config.exportDir,
    withFailed,
    onKept: (what, reason) => process.stdout.write(`Kept the ${what}: ${reason}.\n`),
    onHeldUp: (what, holders) =>
      process.stderr.write(`The ${what} are being read (${holders.join('; ')}). Trying again …\n`),
  })
  if (dropped === null) throw new Error('another process is doing this work')
  for (const each of dropped) process.stdout.write(sentenceOf(each))
  if (dropped.length === 0) process.stdout.write('Nothing is old enough to be dropped.\n')
}

const sentenceOf = ({ what, exported }: Dropped): string => {
  const rows = exported.reduce((sum, each) => sum + each.rows, 0)
  const files = exported.map(({ file }) => file).join(', ')
  return exported.length === 0
    ? `Dropped the ${what}.\n`
    : `Dropped the ${what}: ${rows} rows are in ${files}.\n`
}

main().catch(reportFailure('The command did not do all of its work'))
