import { globSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const ROOT = join(import.meta.dirname, '..')

const isElsewhere = (name: string): boolean =>
  ['node_modules', 'dist', '.wasl', 'release'].includes(name.split('/').at(-1) ?? '')

type Files = { include?: string[]; exclude?: string[] }

const contains = (file: string, { include = [], exclude = [] }: Files): boolean =>
  include.some((pattern) => matchesGlob(file, pattern)) &&
  !exclude.some((pattern) => matchesGlob(file, pattern))

test('every test file of the repository is one that npm test runs, once', () => {
  const { projects = [] } = config.test ?? {}
  const parts = projects.map((project) => (project as { test: Files }).test)
  expect(parts).toHaveLength(2)
  const files = globSync('**/*.test.ts', { cwd: ROOT, exclude: isElsewhere })
  expect(files.length).toBeGreaterThan(100)
  const runs = files.map((file) => [file, parts.filter((part) => contains(file, part)).length])
  expect(runs.filter(([, times]) => times !== 1)).toEqual([])
})
