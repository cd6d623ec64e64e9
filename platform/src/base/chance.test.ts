import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pause, random, replaceChance, type Chance } from './chance.ts'

/** What gives time and chance without asking `chance.ts`. */
const RANDOM =
  /Math\.random|randomInt\b.*from 'node:crypto'|randomBytes\b.*from 'node:crypto'|randomUUID\b.*from 'node:crypto'|crypto\.random/
const TIME =
  /\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b|Date\.now|new Date\(\)|performance\.now/

/** These measure or serve this machine: sockets, child processes, the start, and a person's page. */
const OF_THE_MACHINE = [
  'base/chance.ts',
  'money/bank/read-rows.ts',
  'base/database/copies.ts',
  'run/cells/open-cells.ts',
  'run/commands/',
  'base/database/migrate.ts',
  'base/database/pipeline.ts',
  'http/server/',
  'http/service/readiness.ts',
  'http/partner/status-lane.ts',
  'operations/integrity/',
  'run/local/',
  'base/outbound/',
  'http/pages/receipt-check/',
  'operations/retention/',
  'run/serve.ts',
  'base/pdf/',
  'delivery/tracing.ts',
  // It keeps a connection open beside those of the database.
  'base/database/listen.ts',
  // Migrations wait for other transactions of the server before the platform runs.
  'base/database/lock-deadline.ts',
  'base/database/step-aside.ts',
]

/** `platform/src`. */
const SOURCES = join(import.meta.dirname, '..')

const FILES = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))

const isOfTheMachine = (file: string): boolean =>
  OF_THE_MACHINE.some((path) => file.startsWith(path))

/** Without comments, which may name what the code must not use. */
const codeOf = (file: string): string =>
  readFileSync(join(SOURCES, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

test('every random number comes from chance.ts', () => {
  expect(FILES.length).toBeGreaterThan(400)
  const files = FILES.filter((file) => file !== 'base/chance.ts' && RANDOM.test(codeOf(file)))
  expect(files).toEqual([])
})

test('every timer and clock of the domain comes from chance.ts', () => {
  expect(FILES.filter((file) => !isOfTheMachine(file) && TIME.test(codeOf(file)))).toEqual([])
})

test('what replaces it is asked instead, until it is put back', async () => {
  const putBack = replaceChance({
    random: () => 0.25,
    pause: () => Promise.resolve(),
  } as unknown as Chance)
  expect(random()).toBe(0.25)
  await pause(1_000_000)
  putBack()
  expect(new Set([random(), random(), random()]).size).toBe(3)
})

test('no file of the platform replaces it', () => {
  const files = FILES.filter(
    (file) => file !== 'base/chance.ts' && /replaceChance/.test(codeOf(file)),
  )
  expect(files).toEqual([])
})
