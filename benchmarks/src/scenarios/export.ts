import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'undici'
import { launchPlatform, MASTER_KEY } from '../harness/platform.ts'
import { atLeast, atMost, median, medianRatio } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { FIRST_PARTNER, seedPartners } from '../seed/partners.ts'
import { seedStatement, type SeededStatement } from '../seed/statement.ts'

const LINES = 1_000_000
const LINES_QUICK = 20_000

const GOAL = 0.5

/** The rows of a few pages, their text and what the collector has not freed yet; not a million rows. */
const MEMORY_GOAL_MIB = 200

/** How fast a statement of a million lines leaves as CSV, and how much memory that takes. */
export const exportCsv: Scenario = {
  name: 'export',
  about: 'a statement of a million lines as CSV over HTTP, beside copy … to stdout in psql',
  tools: ['psql'],
  run: (bench) => runExport(bench),
}

const runExport = async (bench: Bench): Promise<Row[]> => {
  const { cleanup, rounds, measure, log, postgres, quick } = bench
  const lines = quick ? LINES_QUICK : LINES
  const database = await postgres.createMigrated('bench_export')
  const [partner] = await seedPartners(database.client, 1)
  log(`inserting ${lines.toLocaleString('en-US')} lines`)
  const statement = await seedStatement(database.client, {
    partnerId: FIRST_PARTNER,
    payments: lines,
  })
  const { origin, child } = await launchPlatform(cleanup, [], {
    DATABASE_URL: database.url,
    WASL_MASTER_KEY: MASTER_KEY,
  })
  const pid = child.process.pid ?? 0
  const url = `${origin}/partner/statements/v1/${statement.statementId}?format=csv`
  const key = partner?.key ?? ''
  const idleMib = await peakMib(pid)
  const copyMs: number[] = []
  const exportMs: number[] = []
  const memoryMib: number[] = []
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await measure(async () => ({
      copy: await timeOf(() => copy(database.url, statement, lines)),
      ours: await timeOf(() => download(url, key, lines)),
      mib: (await peakMib(pid)) - idleMib,
    }))
    const { copy: floor, ours, mib } = measured
    log(
      `round ${round}: copy ${floor.toFixed(0)} ms, export ${ours.toFixed(0)} ms, +${mib.toFixed(0)} MiB`,
    )
    if (round === 0) continue
    copyMs.push(floor)
    exportMs.push(ours)
    memoryMib.push(mib)
  }
  await child.stop()
  await database.drop()
  const ratio = medianRatio(copyMs, exportMs)
  const scenario = `export, ${lines.toLocaleString('en-US')} lines as CSV`
  return [
    { scenario, contestant: 'copy … to stdout', result: shown(copyMs), ratio: 1, goal: null },
    {
      scenario,
      contestant: 'Wasl, over HTTP',
      result: shown(exportMs),
      ratio,
      goal: atLeast(GOAL, ratio),
    },
    {
      scenario,
      contestant: 'memory beyond that of the idle platform, at most',
      result: `${Math.max(...memoryMib).toFixed(0)} MiB`,
      ratio: null,
      goal: atMost(`${MEMORY_GOAL_MIB} MiB`, MEMORY_GOAL_MIB, Math.max(...memoryMib)),
    },
  ]
}

const shown = (ms: number[]): string => `${(median(ms) / 1000).toFixed(2)} s`

const timeOf = async (work: () => Promise<void>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** The same lines in the same order, with the same columns, written by PostgreSQL itself. */
const copy = async (
  url: string,
  { partnerId, day }: SeededStatement,
  lines: number,
): Promise<void> => {
  const sql = `copy (
    select line.business_date, line.at, line.code, line.line, payment.reference, line.payment_id,
      line.source_id, line.channel_kind, 'chn_' || line.channel_id, line.signed, line.fee,
      line.vat_basis_points, 'DZD'
    from statement_lines(${partnerId}, '${day}', '${day}') line
    left join payments payment
      on payment.partner_id = ${partnerId} and payment.payment_id = line.payment_id
    order by line.business_date, line.at, line.source_id, line.code, line.line
  ) to stdout with (format csv)`
  const psql = spawn('psql', ['-X', '-q', '-d', url, '-c', sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const counted = countLines(psql.stdout)
  const [code] = await once(psql, 'close')
  if (code !== 0 || (await counted) !== lines) throw new Error(`copy ended with ${code}`)
}

const download = async (url: string, key: string, lines: number): Promise<void> => {
  const { statusCode, body } = await request(url, {
    headers: { 'x-api-key': key },
    headersTimeout: 300_000,
  })
  const count = await countLines(body)
  // The header is one more.
  if (statusCode !== 200 || count !== lines + 1) {
    throw new Error(`expected 200 and ${lines + 1} lines, received ${statusCode} and ${count}`)
  }
}

const NEWLINE = 0x0a

const countLines = async (chunks: AsyncIterable<Buffer>): Promise<number> => {
  let count = 0
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1
  }
  return count
}

/** The largest resident set since the last call, on Linux. */
const peakMib = async (pid: number): Promise<number> => {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return Number(kib) / 1024
}
