import { globSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const ROOT = join(import.meta.dirname, '..')

const isElsewhere = (name: string): boolean =>
  ['node_modules', 'dist', '.wasl', 'release'].includes(name.split('/').at(-1) ?? '')

test('every test file of the repository is one that npm test runs', () => {
  const { include = [] } = config.test ?? {}
  const files = globSync('**/*.test.ts', { cwd: ROOT, exclude: isElsewhere })
  expect(files.length).toBeGreaterThan(100)
  const leftOut = files.filter((file) => !include.some((pattern) => matchesGlob(file, pattern)))
  expect(leftOut).toEqual([])
})
