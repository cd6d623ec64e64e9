import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'wasl-folder-'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('what is missing is made, and what is there stays as it is', () => {
  mkdirSync(join(root, 'there'), { mode: 0o700 })
  makeFolder(join(root, 'there', 'a', 'b'))
  makeFolder(join(root, 'there', 'a', 'b'))
  expect(statSync(join(root, 'there')).mode & 0o777).toBe(0o700)
  expect(statSync(join(root, 'there', 'a')).mode & 0o066).toBe(0)
})

test('a file in the way, or a link that leads nowhere, is told by the file system', () => {
  writeFileSync(join(root, 'file'), '')
  symlinkSync(join(root, 'nowhere'), join(root, 'link'))
  expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(root, 'file', 'a', 'b'))).toThrow('ENOTDIR')
  expect(() => makeFolder(join(root, 'link'))).toThrow('EEXIST')
  expect(() => makeFolder(join(root, 'link', 'a'))).toThrow('EEXIST')
})

// In a process of its own, because the test would stand still with it.
test.skipIf(process.platform !== 'linux')('where nothing can be made, it ends all the same', () => {
  const script = `import { makeFolder } from ${JSON.stringify(join(import.meta.dirname, 'make-folder.ts'))}
    makeFolder('/proc/wasl/data')`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8', timeout: 15_000 },
  )
  expect(stderr).toContain("ENOENT: no such file or directory, mkdir '/proc/wasl'")
  expect(status).toBe(1)
})
