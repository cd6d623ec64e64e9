/** Finds variables with our prefix that no program reads: a misspelt name would have no effect and no message. */

/** Read by other programs of ours, which are started in the same shell. */
const OF_OTHERS = new Set([
  // The command line.
  'WASL_URL',
  'WASL_API_KEY',
  'WASL_API_SECRET',
  'WASL_HMAC_SECRET',
  'WASL_DEV_DIR',
  // deploy/container/compose.yml
  'WASL_DB_PASSWORD',
  // The tests of this repository.
  'WASL_EVERY_LOOK',
  'WASL_PICTURES',
  'WASL_SCREENSHOTS',
  'WASL_MUTATED_TESTS',
])

const OF_TESTS = /^WASL_(?:TEST|MODEL|MONTH)_/

/** Kubernetes gives these to every container beside a service with the name wasl. */
const OF_A_SERVICE =
  /^WASL_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP)\w*)$/

const isOfService = (name: string, value: string): boolean =>
  OF_A_SERVICE.test(name) || (/^WASL_(?:\w+_)?PORT$/.test(name) && /^(?:tcp|udp):/.test(value))

/**
 * One sentence for each variable that begins with `WASL_` and is not known, with the nearest known name.
 *
 * @param known the variables that the platform reads.
 */
export const unknownVariables = (
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] =>
  Object.entries(given)
    .filter(([name, value]) => /^WASL_/i.test(name) && !isKnown(name, value ?? '', known))
    .map(
      ([name]) =>
        `${name}: the platform reads no variable of this name; the nearest is ` +
        `${nearest(name, known)}. Use that name, or remove the variable`,
    )

const isKnown = (name: string, value: string, known: readonly string[]): boolean =>
  known.includes(name) || OF_OTHERS.has(name) || OF_TESTS.test(name) || isOfService(name, value)

const nearest = (name: string, known: readonly string[]): string =>
  known.find((each) => `WASL_${each}` === name.toUpperCase()) ??
  known.reduce((best, each) => (distance(name, each) < distance(name, best) ? each : best))

/** How many letters are added, left out, changed or swapped with their neighbour (Damerau). */
const distance = (from: string, to: string): number => {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const cost = from[i - 1]?.toUpperCase() === to[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + cost,
        isSwap ? at(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return at(rows, from.length, to.length)
}

const at = (rows: number[][], i: number, j: number): number => rows[i]?.[j] ?? 0
