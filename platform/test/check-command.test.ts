/** `wasl-platform check`: what an operator asks before a restart. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/base/config/config.ts'
import { settingsDoubts } from '../src/base/config/settings-doubts.ts'
import { createTestDatabase, inDatabase, type TestDatabase } from './support/database.ts'
import { programFor } from './support/program.ts'

const COMMAND = join(import.meta.dirname, '../src/run/commands/check.ts')
const MASTER_KEY = randomBytes(32).toString('base64')

const folder = mkdtempSync(join(tmpdir(), 'wasl-check-'))
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const check = async (lines: string[]): Promise<{ code: number; said: string }> => {
  const file = join(folder, 'wasl.env')
  writeFileSync(file, `# settings\n\n${lines.join('\n')}\n`)
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
  return promisify(execFile)(process.execPath, [programFor(COMMAND), file], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  )
}

const usual = () => [
  `DATABASE_URL=${database.url}`,
  `WASL_MASTER_KEY=${MASTER_KEY}`,
  'WASL_OPERATOR_KEY=correct-horse-battery-staple-and-more',
]

test('a check accepts what a start accepts, and says what it has looked at', async () => {
  const { code, said } = await check([
    ...usual(),
    'WASL_PUBLIC_URL=https://pay.example',
    'WASL_REFUND_APPROVAL_ABOVE=none',
  ])
  expect(said).toMatch(/^ok +DATABASE_URL: PostgreSQL \d+/m)
  expect(said).toMatch(/^ok +DATABASE_URL: it has the tables of this release$/m)
  expect(said).toMatch(/^ok +DATABASE_URL: the user \S+ may make tables and read statistics$/m)
  expect(said).toMatch(
    /^ok +DATABASE_URL: a process with these roles opens at most \d+ connections/m,
  )
  expect(said).toMatch(/^ok +DATABASE_URL: its clock and this machine's agree/m)
  expect(said).toContain('The platform can start: 0 problems, 0 doubts.')
  expect(code).toBe(0)
})

test('a check names every doubt, and shows no secret', async () => {
  const { code, said } = await check([
    `DATABASE_URL="${database.url}"`,
    `WASL_MASTER_KEY=${MASTER_KEY}`,
    'WASL_EXPORT_DIR=/nowhere/exports',
  ])
  expect(said).toMatch(/^doubt +DATABASE_URL: write it without quotes/m)
  expect(said).toMatch(/^doubt +WASL_PUBLIC_URL: it is not set/m)
  expect(said).toMatch(/^doubt +WASL_EXPORT_DIR: the folder \/nowhere\/exports does not exist/m)
  expect(said).toMatch(/^doubt +WASL_OPERATOR_KEY: it is not set.*openssl rand -base64 32/m)
  expect(said).not.toContain(MASTER_KEY)
  expect(code).toBe(0)
})

test('a check refuses what a start would refuse, and names every problem', async () => {
  const undecided = await check([...usual(), 'WASL_PUBLIC_URL=https://pay.example'])
  expect(undecided.said).toMatch(/^problem +WASL_REFUND_APPROVAL_ABOVE: expected dinars .*or none/m)
  expect(undecided.code).toBe(1)
  const mistyped = await check([...usual(), 'WASL_PUBLIC_ULR=https://pay.example', 'PORT=x'])
  expect(mistyped.said).toMatch(/^problem +WASL_PUBLIC_ULR: .* the nearest is WASL_PUBLIC_URL/m)
  expect(mistyped.said).toMatch(/^problem +PORT: expected a whole number/m)
  expect(mistyped.said).toContain('The platform cannot start: 2 problems')
  expect(mistyped.code).toBe(1)
  const nowhere = inDatabase(database.url, 'nobody_made_it')
  const missing = await check([`DATABASE_URL=${nowhere}`, `WASL_MASTER_KEY=${MASTER_KEY}`])
  expect(missing.said).toMatch(/^problem +DATABASE_URL: the database \S+ cannot be used: .*exist/m)
  expect(missing.code).toBe(1)
  const exported = await check([`export DATABASE_URL=${database.url}`])
  expect(exported.said).toContain('line 3 of')
  expect(exported.code).toBe(1)
})

test.for([
  [undefined, 'is not set'],
  ['http://127.0.0.1:8080', "the reader's own machine"],
  ['http://localhost', "the reader's own machine"],
  ['https://[::1]', "the reader's own machine"],
  ['http://pay.example', 'plain http'],
] as const)('a start doubts the public address %s beside DATABASE_URL', ([address, doubt]) => {
  const variables = {
    DATABASE_URL: database.url,
    WASL_MASTER_KEY: MASTER_KEY,
    WASL_REFUND_APPROVAL_ABOVE: 'none',
  }
  const config = readConfig({ ...variables, WASL_PUBLIC_URL: address })
  expect(settingsDoubts(config)).toEqual([expect.stringContaining(doubt)])
  expect(settingsDoubts({ ...config, databaseUrl: undefined })).toEqual([])
  expect(settingsDoubts({ ...config, publicUrl: 'https://pay.example' })).toEqual([])
})
