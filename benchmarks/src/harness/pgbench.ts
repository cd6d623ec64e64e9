import { join } from 'node:path'
import { runCommand } from './child.ts'
import type { Cleanup } from './cleanup.ts'
import { toolPath } from './tools.ts'

export type PgbenchOptions = {
  url: string
  /** The name of a file in `load/`. */
  script: string
  clients: number
  seconds: number
  /** Numbers that the script knows by name. */
  variables: Record<string, number>
}

export type PgbenchResult = { rate: number; transactions: number }

const EXTRA_MS = 60_000

/**
 * Runs a script of one statement, prepared, each client the next as soon as the last is done. Plans
 * are made once, like those of the platform's own hot statements.
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
    throw new Error(`pgbench told no result, or of failures: ${out}`)
  }
  return { rate: Number(rate), transactions: Number(transactions) }
}
