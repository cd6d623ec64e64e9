import { join } from 'node:path'
import { runCommand } from './child.ts'
import type { Cleanup } from './cleanup.ts'
import { toolPath } from './tools.ts'

export type PgbenchOptions = {
  url: string
  /** A file in `load/`. */
  script: string
  clients: number
  seconds: number
  /** Values of the script's variables. */
  variables: Record<string, number>
}

export type PgbenchResult = { rate: number; transactions: number }

const EXTRA_MS = 60_000

/**
 * Runs a script of one prepared statement. Each client starts the next run as soon as the previous
 * one is done. Plans are generic, like those of the platform's hot statements.
 */
export const pgbench = async (
  cleanup: Cleanup,
  { url, script, clients, seconds, variables }: PgbenchOptions,
): Promise<PgbenchResult> => {
  const file = join(import.meta.dirname, '..', '..', 'load', script)
  const defines = Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`)
  const size = [`--client=${clients}`, '--jobs=2', `--time=${seconds}`]
  const out = await runCommand(
    cleanup,
    toolPath('pgbench'),
    ['--no-vacuum', '--protocol=prepared', ...size, ...defines, `--file=${file}`, url],
    {
      env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan -c jit=off' },
      timeoutMs: seconds * 1000 + EXTRA_MS,
    },
  )
  const rate = /^tps = ([\d.]+) /m.exec(out)?.[1]
  const transactions = /^number of transactions actually processed: (\d+)/m.exec(out)?.[1]
  const failed = /^number of failed transactions: (\d+)/m.exec(out)?.[1] ?? '0'
  if (rate === undefined || transactions === undefined || failed !== '0') {
    throw new Error(`expected a result without failures from pgbench, received: ${out}`)
  }
  return { rate: Number(rate), transactions: Number(transactions) }
}
