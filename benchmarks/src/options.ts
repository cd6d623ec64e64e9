import { parseArgs } from 'node:util'

export type Options = {
  /** The scenarios to run. When empty, all that are not long. */
  names: string[]
  quick: boolean
  full: boolean
  save: boolean
  /** How often each figure is measured; the report shows the median. Null: the default. */
  rounds: number | null
  /** A folder for CPU profiles of the platform, or null. */
  profileTo: string | null
}

const USAGE = `npm run bench -- [scenario …] [--quick] [--full] [--save] [--rounds <n>] [--cpu-profile <folder>]

  --quick        one short round each: shows that everything works; the figures mean little
  --full         also the long scenarios
  --save         writes the table to benchmarks/results/<date>.md
  --rounds       how often each figure is measured, 1 to 99; 3 by default
  --cpu-profile  writes CPU profiles of the platform process into the folder`

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
