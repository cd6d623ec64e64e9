import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCleanup, type Cleanup } from './harness/cleanup.ts'
import { startPostgres } from './harness/postgres.ts'
import { missingTools } from './harness/tools.ts'
import { readOptions, type Options } from './options.ts'
import { reportOf, saveReport } from './report.ts'
import type { Bench, Row, Scenario } from './scenario.ts'
import { balance } from './scenarios/balance.ts'
import { cells } from './scenarios/cells.ts'
import { confirm } from './scenarios/confirm.ts'
import { dispatch } from './scenarios/dispatch.ts'
import { exportCsv } from './scenarios/export.ts'
import { growth } from './scenarios/growth.ts'
import { hostile } from './scenarios/hostile.ts'
import { hour } from './scenarios/hour.ts'
import { kit } from './scenarios/kit.ts'
import { open } from './scenarios/open.ts'
import { pdf } from './scenarios/pdf.ts'
import { processes } from './scenarios/processes.ts'
import { scan } from './scenarios/scan.ts'
import { screens } from './scenarios/screens.ts'
import { start } from './scenarios/start.ts'
import { statement } from './scenarios/statement.ts'
import { status } from './scenarios/status.ts'
import { whole } from './scenarios/whole.ts'
import { createUndisturbed, type Undisturbed } from './undisturbed.ts'

const SCENARIOS: readonly Scenario[] = [
  whole,
  hour,
  status,
  confirm,
  cells,
  processes,
  open,
  scan,
  dispatch,
  kit,
  start,
  exportCsv,
  pdf,
  screens,
  growth,
  balance,
  hostile,
  statement,
]

const ROUNDS = 3
const SECONDS = 5
const SECONDS_QUICK = 2

/** The machine's speed changes every second. In short turns, floor and platform get equal conditions. */
const TURN_SECONDS = 2

const main = async (cleanup: Cleanup): Promise<void> => {
  const options = readOptions(
    process.argv.slice(2),
    SCENARIOS.map(({ name }) => name),
  )
  const chosen = SCENARIOS.filter(({ name, isLong = false }) =>
    options.names.length > 0 ? options.names.includes(name) : options.full || !isLong,
  )
  const missing = missingTools(chosen.flatMap(({ tools }) => tools))
  if (missing.length > 0) throw new Error(missing.join('\n'))

  const undisturbed = createUndisturbed(!options.quick, log)
  const bench = await prepare(cleanup, options, undisturbed)
  const rows: Row[] = []
  for (const scenario of chosen) {
    bench.log(`${scenario.name}: ${scenario.about}`)
    rows.push(...(await scenario.run(bench)))
  }
  const report = reportOf(rows, bench.rounds, undisturbed.worstShare())
  console.log(`\n${report}`)
  if (options.save) console.log(`Saved to ${saveReport(report, new Date())}`)
}

const prepare = async (
  cleanup: Cleanup,
  options: Options,
  { measure }: Undisturbed,
): Promise<Bench> => {
  const rounds = options.rounds ?? (options.quick ? 1 : ROUNDS)
  const seconds = options.quick ? SECONDS_QUICK : SECONDS
  const folder = mkdtempSync(join(tmpdir(), 'wasl-bench-files-'))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  return {
    cleanup,
    postgres: await startPostgres(cleanup, options.kept?.folder),
    folder,
    quick: options.quick,
    rounds,
    perSecond: options.perSecond,
    seconds,
    turns: Math.ceil((rounds * seconds) / TURN_SECONDS),
    turnSeconds: TURN_SECONDS,
    measure,
    profileTo: options.profileTo,
    kept: options.kept,
    log,
  }
}

const log = (line: string): void => console.error(line)

const cleanup = createCleanup()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void cleanup.run().then(() => process.exit(130))
  })
}
try {
  await main(cleanup)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await cleanup.run()
}
