import type { Row } from './scenario.ts'

const HEADINGS = ['scenario', 'contestant', 'result', 'ratio', 'goal']

/** The rows as a Markdown table that is also readable in a terminal. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = rows.map((row, index) => [
    row.scenario === rows[index - 1]?.scenario ? '' : row.scenario,
    row.contestant,
    row.result,
    row.ratio === null ? '' : row.ratio.toFixed(2),
    row.goal === null ? '' : `${row.goal.text}: ${row.goal.met ? 'met' : '**missed**'}`,
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((line) => (line[column] ?? '').length)),
  )
  const lineOf = (line: string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lineOf(HEADINGS), rule, ...cells.map(lineOf)].join('\n')
}

/** The notes of the rows, each once. */
export const notesOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ note }) => note ?? [])),
]
