/** The examples on the Python kit, on the frameworks of Debian. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PYTHON_EXAMPLES } from './support/examples.ts'
import { tryExample } from './support/try-example.ts'

const LINES_MAX = 40

test.each(PYTHON_EXAMPLES)('what a shop writes for $name fits in 40 lines a file', ({ name }) => {
  for (const file of ['shop.py', 'server.py']) {
    const text = readFileSync(join(import.meta.dirname, '..', name, file), 'utf8')
    expect(text.trimEnd().split('\n').length, file).toBeLessThanOrEqual(LINES_MAX)
  }
})

test.each(['shop.py', 'orders.py', 'references.json'])('%s is the same in each', (file) => {
  const texts = PYTHON_EXAMPLES.map(({ name }) =>
    readFileSync(join(import.meta.dirname, '..', name, file), 'utf8'),
  )
  expect(new Set(texts).size).toBe(1)
})

PYTHON_EXAMPLES.forEach(tryExample)
