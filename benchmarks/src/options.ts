import { parseArgs } from 'node:util'

export type Options = {
  /** The scenarios named; all that are not long when none is. */
  names: string[]
  quick: boolean
  full: boolean
  save: boolean
  /** Measurements of each figure; their median counts. Null leaves the usual number. */
  rounds: number | null
  /** A folder for CPU profiles of the platform, or null. */
  profileTo: string | null
}

const USAGE = `npm run bench -- [scenario …] [--quick] [--full] [--save] [--rounds <n>] [--cpu-profile <folder>]

  --quick        one short round each: shows that everything works, measures little
  --full         the long scenarios too
  --save         writes the table to benchmarks/results/<date>.md
  --rounds       how often each figure is measured, 1 to 99; 3 without it
  --cpu-profile  writes CPU profiles of the platform process to the folder`

/** @throws Error on an unknown option or scenario, with what there is. */
export const readOptions = (args: string[], known: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      'cpu-profile': { type: 'string' },
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
    rounds: roundsOf(values.rounds),
    profileTo: values['cpu-profile'] ?? null,
  }
}

const roundsOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  if (/^[1-9][0-9]?$/.test(text)) return Number(text)
  throw new Error(`expected --rounds to be 1 to 99, received ${text}\n\n${USAGE}`)
}
