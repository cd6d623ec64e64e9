/** The table of `npm run proof -- status`, and `docs/reference/proofs.md`. */
import { readUnits } from './progress.ts'
import { PROOFS } from './promises.ts'
import { commitsOf, failureOf, number, percent, standingOf, type Standing } from './standing.ts'

export const standings = (folder: string): Standing[] =>
  PROOFS.map((proof) => standingOf(proof, readUnits(folder, proof.name)))

const HEADS = ['proof', 'done', 'of', 'units', 'loaded', 'on commits', 'last failure']

export const statusTable = (all: readonly Standing[]): string => {
  const rows = [
    HEADS,
    ...all.map((one) => [
      one.proof.name,
      number(one.done),
      `${number(one.proof.goal)} ${one.proof.counted}`,
      String(one.units),
      String(one.loaded),
      commitsOf(one),
      failureOf(one),
    ]),
  ]
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

const reached = ({ done, proof, days, seconds, units, loadMax }: Standing): string => {
  if (days === null) return 'nothing yet'
  const share = percent(Math.min(1, done / proof.goal))
  const hours = (seconds / 3_600).toFixed(1)
  return `${number(done)} (${share}) in ${units} units and ${hours} h; load at most ${percent(loadMax)}`
}

const when = ({ days }: Standing): string => {
  if (days === null) return ''
  return days[0] === days[1] ? days[0] : `${days[0]} to ${days[1]}`
}

const row = (one: Standing): string =>
  [
    one.proof.name,
    one.proof.promise,
    `${number(one.proof.goal)} ${one.proof.counted}`,
    reached(one),
    when(one),
    commitsOf(one),
    failureOf(one),
  ]
    .map((cell) => ` ${cell} `)
    .join('|')

const MEASUREMENTS = PROOFS.filter(({ isMeasurement }) => isMeasurement)
  .map(({ name }) => name)
  .join(', ')

export const proofsReference = (folder: string): string => `# Proofs

<!-- Written by \`npm run generated\` from the files in proofs/. Do not edit. -->

What is promised of the platform, and how much of it has been seen ([W273](../decisions/running.md#w273-proofs-are-made-in-units)).
A figure that was not reached stands here as what it is. Each unit is a line in [\`proofs/\`](../../proofs): its date,
commit, command, count, result and the load of the machine. A unit counts only if other programs used at most a tenth of
the machine; in a measurement (${MEASUREMENTS}), what the host of a virtual machine takes away is load too.

| proof | promise | goal | reached | when | on commits | last failure |
|---|---|---|---|---|---|---|
${standings(folder)
  .map((one) => `|${row(one)}|`)
  .join('\n')}

\`npm run proof -- --minutes 60\` goes on with all of them, \`npm run proof -- kills --minutes 60\` with one, on a machine that
does nothing else. \`npm run proof -- status\` prints this table. Short forms of the
storms but the power cuts, and of the measurements, run with every change, as tests.
`
