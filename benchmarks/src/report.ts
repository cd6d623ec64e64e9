import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Row } from './scenario.ts'
import { notesOf, tableOf } from './table.ts'

const RESULTS = join(import.meta.dirname, '..', 'results')

/** Rates depend on the machine; ratios depend on it less. */
export const machine = (): string => {
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} × ${model}, ${memory} GiB, Node ${process.versions.node}`
}

/** The table, its notes, and the machine. */
export const reportOf = (rows: readonly Row[], rounds: number, foreignShare: number): string => {
  const notes = notesOf(rows).map((note) => `- ${note}`)
  return [
    `Measured on ${machine()}; medians of ${rounds} round${rounds === 1 ? '' : 's'}, in which other`,
    `programs took at most ${Math.round(foreignShare * 100)} % of the machine.`,
    '',
    tableOf(rows),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n')
}

/** Writes the report under today's date and returns the path of the file. */
export const saveReport = (report: string, now: Date): string => {
  const date = now.toISOString().slice(0, 10)
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${date}.md`)
  writeFileSync(file, `# Benchmarks of ${date}\n\n${report}`)
  return file
}
