/**
 * `npm run generated`: writes the generated files. With `--check`, as in CI, it only compares them and
 * fails when one is stale.
 */
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { conformanceReference } from '@wasl/conformance'
import { buildOpenApi } from '@wasl/protocol'
import pg from 'pg'
import { build } from 'tsdown'
import { dumpSchema } from '../platform/src/base/database/dump-schema.ts'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { brunoCollection } from './bruno/collection.ts'
import { kitsReference } from '../kits/reference.ts'
import { schemaFile } from '../platform/src/base/database/load-schema.ts'
import { proofsReference } from './proof/tables.ts'
import { readMigrations, releasesOf } from './upgrading/migrations.ts'
import { upgradingPage } from './upgrading/page.ts'
import {
  migrate,
  migrationNames,
  MIGRATIONS_FOLDER as FOLDER,
} from '../platform/src/base/database/migrate.ts'

const ROOT = join(import.meta.dirname, '..')

const openApi = async (): Promise<string> => `${JSON.stringify(await buildOpenApi(), null, 2)}\n`

/** Every file of this folder is generated: one that no operation makes any more is stale. */
const BRUNO = 'protocol/bruno'

const bruno = async (): Promise<Record<string, string>> => {
  const document = JSON.parse(await openApi()) as Parameters<typeof brunoCollection>[0]
  return Object.fromEntries(
    Array.from(brunoCollection(document), ([file, text]) => [join(BRUNO, file), text]),
  )
}

/** The schema after all migrations, from a new PostgreSQL. */
const schema = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wasl-schema-'))
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const server = await startEmbeddedPostgres({ dataDir, log, fast: true })
  const client = new pg.Client({ connectionString: server.url })
  try {
    // Not from the schema that is there.
    await migrate(server.url, log, FOLDER, null)
    await client.connect()
    return await schemaFile(FOLDER, await migrationNames(FOLDER), await dumpSchema(client))
  } finally {
    await client.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The script of the page `/r`, in one piece: the browser gets no TypeScript and no second file. */
const receiptScript = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'wasl-script-'))
  try {
    await build({
      config: false,
      cwd: join(ROOT, 'platform'),
      entry: { script: 'src/http/pages/receipt-check/browser/main.ts' },
      outDir: folder,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      tsconfig: join(ROOT, 'platform/src/http/pages/receipt-check/browser/tsconfig.json'),
      deps: { alwaysBundle: [/^@wasl\//] },
      dts: false,
      minify: true,
      logLevel: 'warn',
      inputOptions: { checks: { pluginTimings: false } },
    })
    return await readFile(join(folder, 'script.js'), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const upgrading = async (): Promise<string> => {
  const made = await readJson('scripts/upgrading/releases.json')
  const { version = '' } = await readJson('platform/package.json')
  return upgradingPage(releasesOf(await readMigrations(FOLDER), made, version))
}

const readJson = async (file: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(ROOT, file), 'utf8'))

const GENERATED: Record<string, () => string | Promise<string>> = {
  'UPGRADING.md': upgrading,
  'protocol/openapi.json': openApi,
  'docs/reference/conformance.md': conformanceReference,
  'docs/reference/kits.md': kitsReference,
  'docs/reference/proofs.md': () => proofsReference(join(ROOT, 'proofs')),
  'platform/schema.sql': schema,
  'platform/src/http/pages/receipt-check/script.js': receiptScript,
}

const isStale = async (file: string, made: string): Promise<boolean> => {
  const there = await readFile(join(ROOT, file), 'utf8').catch(() => null)
  return there !== made
}

const write = async (file: string, made: string): Promise<void> => {
  await mkdir(dirname(join(ROOT, file)), { recursive: true })
  await writeFile(join(ROOT, file), made)
}

const isCheck = process.argv.includes('--check')

const compare = async (file: string, made: string): Promise<void> => {
  if (!(await isStale(file, made))) return
  if (isCheck) {
    console.error(`${file} is stale: run "npm run generated" and commit what it writes.`)
    process.exitCode = 1
  } else {
    await write(file, made)
    console.log(`${file} was written.`)
  }
}

for (const [file, make] of Object.entries(GENERATED)) await compare(file, await make())

const collection = await bruno()
for (const [file, made] of Object.entries(collection)) await compare(file, made)
const there = globSync(`${BRUNO}/**/*.{bru,json}`, { cwd: ROOT })
for (const file of there.filter((name) => !(name in collection))) {
  if (isCheck) {
    console.error(`${file} is of no operation: run "npm run generated" and commit its removal.`)
    process.exitCode = 1
  } else {
    await rm(join(ROOT, file))
    console.log(`${file} was removed.`)
  }
}
