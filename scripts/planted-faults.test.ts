import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { obstacle, readFaults } from './planted-faults/fault.ts'

const ROOT = join(import.meta.dirname, '..')

test('every planted fault still applies to the code as it is', () => {
  const obstacles = readFaults()
    .map((fault) => ({ name: fault.name, obstacle: obstacle(ROOT, fault) }))
    .filter((entry) => entry.obstacle !== null)
  expect(obstacles).toEqual([])
})

test('no two planted faults have the same name', () => {
  const names = readFaults().map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the test that each planted fault names is in its file, under its whole title', () => {
  const without = readFaults().filter(({ testFile, test: title }) => {
    const code = readFileSync(join(ROOT, testFile), 'utf8')
    return ["'", '"', '`'].every((quote) => !code.includes(title + quote))
  })
  expect(without.map(({ testFile, test: title }) => `${testFile}: ${title}`)).toEqual([])
})
