import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * A defence taken out of the code on purpose, to see that a test notices: `find` stands exactly once
 * in `file` and is replaced by `replace`; each of the `tests` must then fail.
 */
export type Fault = z.output<typeof faultSchema>

const faultSchema = z.strictObject({
  /** What the platform does wrong with the fault in it. */
  name: z.string().min(1),
  file: z.string().min(1),
  find: z.string().min(1),
  replace: z.string(),
  /** One test file, or several of which each must notice. */
  tests: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .transform((tests) => [tests].flat()),
})

/** Every planted fault, from `planted-faults.json`. */
export const readFaults = (root: string): Fault[] => {
  const text = readFileSync(join(root, 'scripts/planted-faults.json'), 'utf8')
  return z.array(faultSchema).parse(JSON.parse(text))
}

/** Why the fault cannot be planted in the code below `root`; null when it can. */
export const obstacle = (root: string, { file, find, replace, tests }: Fault): string | null => {
  if (!existsSync(join(root, file))) return `the file ${file} does not exist`
  const missing = tests.find((test) => !existsSync(join(root, test)))
  if (missing !== undefined) return `the test file ${missing} does not exist`
  if (find === replace) return 'the replacement is what stands there already'
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return count === 1 ? null : `expected the text once in ${file}, found it ${count} times`
}

/** The text of a file with the fault in it. */
export const planted = (text: string, { find, replace }: Fault): string =>
  // A function, because a replacement given as text would read "$&" as something else.
  text.replace(find, () => replace)
