import { parseArgs } from 'node:util'

export type Options = {
  /** The scenarios to run. When empty, all that are not long. */
  names: string[]
  quick: boolean
  full: boolean
  save: boolean
  /** How often each figure is measured; the report shows the median. Null: the default. */
  rounds: number | null
  /** The payments a second of `hour`. Null: as many as its goal says. */
  perSecond: number | null
  /** A folder for CPU profiles of the platform, or null. */
  profileTo: string | null
  /** A folder in which a large database stays, and the month up to which it is filled; or null. */
  kept: KeptFolder | null
}

/** The payments of the large databases are spread over so many months. */
export const MONTHS = 24

export type KeptFolder = { folder: string; month: number }

const USAGE = `npm run bench -- [scenario …] [--quick] [--full] [--save] [--rounds <n>] [--cpu-profile <folder>]
  npm run bench -- hour --rounds 60 --per-second <n>
  npm run bench -- growth --keep <folder> --month <n>

  --quick        one short round each: shows that everything works; the figures mean little
  --full         also the long scenarios
  --save         writes the table to benchmarks/results/<date>.md
  --rounds       how often each figure is measured, 1 to 99; 3 by default
  --per-second   the payments a second of hour, 1 to 9999; 1,000 by default
  --cpu-profile  writes CPU profiles of the platform process into the folder
  --keep         fills the large database of growth in this folder, month by month, and leaves it there
  --month        up to this month, 1 to ${MONTHS}; after the last one the database is measured`

/** @throws Error when an option or scenario is unknown; the message lists the known ones. */
export const readOptions = (args: string[], known: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      'per-second': { type: 'string' },
      'cpu-profile': { type: 'string' },
      keep: { type: 'string' },
      month: { type: 'string' },
    },
  })
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `expected scenarios among ${known.join(', ')}, received ${unknown.join(', ')}\n\n${USAGE}`,
    )
  }
  return {
    names: positionals,
    quick: values.quick,
    full: values.full,
    save: values.save,
    rounds: wholeNumberOf('--rounds', values.rounds, 99),
    perSecond: wholeNumberOf('--per-second', values['per-second'], 9_999),
    profileTo: values['cpu-profile'] ?? null,
    kept: keptOf(values.keep, values.month),
  }
}

const keptOf = (folder: string | undefined, month: string | undefined): KeptFolder | null => {
  if (folder === undefined && month === undefined) return null
  const number = Number(month)
  if (folder !== undefined && Number.isInteger(number) && number >= 1 && number <= MONTHS)
    return { folder, month: number }
  const received = `--keep ${folder ?? '(none)'} --month ${month ?? '(none)'}`
  throw new Error(
    `expected --keep with a folder and --month 1 to ${MONTHS}, received ${received}\n\n${USAGE}`,
  )
}

const wholeNumberOf = (name: string, text: string | undefined, max: number): number | null => {
  if (text === undefined) return null
  if (/^[1-9]\d*$/.test(text) && Number(text) <= max) return Number(text)
  throw new Error(`expected ${name} to be 1 to ${max}, received ${text}\n\n${USAGE}`)
}
