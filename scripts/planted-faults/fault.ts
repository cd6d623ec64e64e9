import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** A defence removed from the code on purpose, to prove that a test notices. */
export type Fault = z.output<typeof faultSchema>

const faultSchema = z.strictObject({
  /** What goes wrong with the fault in the code. */
  name: z.string().min(1),
  file: z.string().min(1),
  /** Text that occurs exactly once in the file. */
  find: z.string().min(1),
  replace: z.string(),
  /** The test that must fail: its file, and its own title without those of its `describe`s. */
  testFile: z.string().min(1),
  test: z.string().min(1),
})

/** Every planted fault, from the lists beside this file. */
export const readFaults = (): Fault[] =>
  globSync('*.yaml', { cwd: import.meta.dirname })
    .toSorted()
    .flatMap((list) =>
      z.array(faultSchema).parse(parse(readFileSync(join(import.meta.dirname, list), 'utf8'))),
    )

/** Why the fault cannot be planted in the code below `root`; null when it can. */
export const obstacle = (root: string, fault: Fault): string | null => {
  const { file, find, replace, testFile, test } = fault
  const missing = [file, testFile].find((path) => !existsSync(join(root, path)))
  if (missing !== undefined) return `the file ${missing} does not exist`
  if (find === replace) return 'the replacement equals the text that it replaces'
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1
  if (count !== 1) return `expected the text once in ${file}, found it ${count} times`
  return readFileSync(join(root, testFile), 'utf8').includes(test)
    ? null
    : `${testFile} has no test titled "${test}"`
}

/** The text of the file with the fault in it. */
export const planted = (text: string, { find, replace }: Fault): string =>
  // A function, because "$&" in a replacement text would have a meaning of its own.
  text.replace(find, () => replace)
