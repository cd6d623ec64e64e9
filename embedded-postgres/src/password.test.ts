import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { agreeOnPassword, keepPassword } from './password.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), `wasl-test-${process.pid}-password-`))
  file = join(folder, 'password')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('two starts agree on one password, whichever keeps it, and later ones have it', () => {
  const [first, second] = [agreeOnPassword(file), agreeOnPassword(file)]
  expect(first).toEqual({ text: expect.stringMatching(/^[\w-]{32}$/), isKept: false })
  expect(second).toEqual(first)
  keepPassword(file)
  keepPassword(file)
  expect(agreeOnPassword(file)).toEqual({ text: first.text, isKept: true })
  expect(readdirSync(folder)).toEqual(['password'])
})

test('an empty file is as good as none', () => {
  writeFileSync(file, '')
  const { text, isKept } = agreeOnPassword(file)
  expect(isKept).toBe(false)
  keepPassword(file)
  expect(readFileSync(file, 'utf8')).toBe(`${text}\n`)
})

test('nothing is kept that was not proposed', () => {
  expect(() => keepPassword(file)).toThrow('ENOENT')
})
