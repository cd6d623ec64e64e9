/** What the examples have in common. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXAMPLES } from './support/examples.ts'

const FOLDER = join(import.meta.dirname, '..')

const texts = (file: string): Set<string> =>
  new Set(
    globSync(`*/${file}`, { cwd: FOLDER }).map((path) => readFileSync(join(FOLDER, path), 'utf8')),
  )

test('every folder is a tested example', () => {
  const readmes = globSync('*/README.md', { cwd: FOLDER })
  expect(new Set(readmes)).toEqual(new Set(EXAMPLES.map(({ name }) => `${name}/README.md`)))
})

test('all start with the same references', () => {
  expect(globSync('*/references.json', { cwd: FOLDER })).toHaveLength(EXAMPLES.length)
  expect(texts('references.json').size).toBe(1)
})

test('every framework has the same shop', () => {
  expect(globSync('*/shop.ts', { cwd: FOLDER })).toHaveLength(4)
  expect(texts('shop.ts').size).toBe(1)
})

test('what a shop writes on the PHP kit fits in 40 lines', () => {
  const text = readFileSync(join(FOLDER, 'php', 'index.php'), 'utf8')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})
