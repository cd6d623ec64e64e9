/** Makes the release and runs it on a real PostgreSQL, without anything of this repository. */
import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS, type CommandName } from '../platform/src/base/command-call.ts'
import { newReference } from '../platform/test/support/node.ts'
import { bundledName, PDF_PROGRAM, PLATFORM } from '../scripts/bundle/entries.mjs'
import { useDeployment } from './support/deployment.ts'

const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'wasl-release-'))
const release = join(folder, 'wasl')
const deployment = useDeployment()
const script = join(import.meta.dirname, '../scripts/release.ts')

let output: string

beforeAll(async () => {
  const made = await run(process.execPath, [script, '--into', release, '--commit', 'abc123'])
  output = made.stdout
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ROOT = join(import.meta.dirname, '..')

/** The calls of `wasl-platform` in what an operator reads, without those that start the platform. */
const documentedCalls = (): string[][] => {
  const pages = [
    'docs/guides/**/*.md',
    'docs/decisions/*.md',
    'deploy/**/*.{md,yml,example}',
    '*.md',
  ]
  const calls = globSync(pages, { cwd: ROOT })
    .map((page) => readFileSync(join(ROOT, page), 'utf8'))
    .flatMap((text) => Array.from(text.matchAll(/wasl-platform ([a-z][^\n`#|]*)/g)))
    .map(([, words = '']) => words.split(/[.;:](?:\s|$)|\s[↔…(]|\\n/, 1)[0]?.trim() ?? '')
  return [...new Set(calls)]
    .map((call) => (call.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')))
    .filter(([name]) => name !== 'help' && name !== 'serve')
}

/** What each says on this database, whatever its arguments. */
const EXPECTED_WORDS: Record<CommandName, RegExp> = {
  audit: /The audit log is whole|Wrote \d+ entries/,
  backup: /A restore may fail|The last restorable moment/,
  check: /The platform can start: 0 problems|expected a file of variables/,
  'close-day': /No day with transfers is over yet|is closed/,
  'erase-labels': /Erased the labels of \d+ payments?|expected --partner|argument missing/,
  homes: /expected at least two cells|expected one of: list/,
  'invite-owner': /Open this link within 7 days/,
  'rebuild-ledger': /The ledger was rolled up again/,
  reseal: /WASL_MASTER_KEY_PREVIOUS|Every secret can be opened/,
  restore: /The database is (?:not )?repaired|was repaired at|Nothing was changed/,
  retain: /Nothing is old enough to be dropped|Dropped the|expected a day up to/,
  'sign-out': /Ended \d+ sessions?\.|nobody signs in for chn_2|expected everybody/,
}

const entries = () => readdirSync(release, { recursive: true, withFileTypes: true })

describe('the release', () => {
  test('is below 195 MB with its Node.js, and prints its size', () => {
    const bytes = entries()
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    expect(bytes).toBeLessThan(195e6)
    expect(output).toContain(`${(bytes / 1e6).toFixed(1)} MB, of which Node.js `)
  })

  test('contains no development tool, no test, and no link to the outside', () => {
    // Everything else is in the bundle.
    expect(readdirSync(join(release, 'node_modules')).toSorted()).toEqual([
      '@fontsource',
      '@myriaddreamin',
      '@resvg',
    ])
    const readPage = (name: string): string => readFileSync(join(release, name), 'utf8')
    expect(readPage('UPGRADING.md')).toContain('0001-clock-and-ids')
    expect(readPage('CHANGELOG.md')).toContain('## [')
    expect(readPage('deploy/nginx/wasl.conf')).toContain('upstream wasl')
    expect(readPage('deploy/pgbackrest/pgbackrest.conf')).toContain('[wasl]')
    expect(readFileSync(join(release, 'LICENSES-OF-PACKAGES'), 'utf8')).toMatch(/^fastify \d/m)
    const home = realpathSync(release)
    for (const entry of entries()) {
      const path = join(entry.parentPath, entry.name)
      expect(path).not.toMatch(/\/platform\/.*\.ts$/)
      const isElsewhere = entry.isSymbolicLink() && !realpathSync(path).startsWith(`${home}/`)
      expect(isElsewhere, path).toBe(false)
    }
  })

  test('names what is in it: a bill of materials for scanners, and a checksum of each file', async () => {
    const { specVersion, components } = JSON.parse(
      readFileSync(join(release, 'sbom.cdx.json'), 'utf8'),
    )
    expect(specVersion).toBe('1.6')
    const named = components.map(({ name }: { name: string }) => name)
    // Of the bundle, beside it, and the program that runs both.
    expect(named).toEqual(expect.arrayContaining(['fastify', '@resvg/resvg-js', 'node']))
    expect(named).not.toContain('vitest')
    for (const { purl } of components) expect(purl).toMatch(/^pkg:(?:npm|generic)\/.+@\d/)
    const libraries = components.filter(({ type }: { type: string }) => type === 'library')
    for (const { hashes } of libraries) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
    const check = () => run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release })
    await check()
    const page = join(release, 'NOTICE')
    const text = readFileSync(page)
    writeFileSync(page, 'planted')
    await expect(check()).rejects.toMatchObject({ stdout: 'NOTICE: FAILED\n' })
    writeFileSync(page, text)
  })

  test('replaces an earlier release, and no other folder', async () => {
    const failing = run(process.execPath, [script, '--into', join(release, 'platform')])
    await expect(failing).rejects.toThrow('expected an empty folder or an earlier release')
    expect(existsSync(join(release, 'bundle', bundledName(PLATFORM)))).toBe(true)
  })

  test('starts, takes a payment, reports its commit, and exits on SIGTERM', async () => {
    const { server, start } = deployment
    const program = join(release, 'bin/wasl-platform')
    const platform = await start([program], { cwd: folder })
    const reference = newReference()
    const { channel, paymentId } = await platform.openPayment(reference)
    const { node } = platform
    expect((await node.change(channel, 'confirm', paymentId)).body.stage).toBe('paid')
    await server.webhooksArrived(reference, 1, 'payment.success')
    expect((await node.call('GET', '/metrics')).text).toMatch(/wasl_build_info\{.*commit="abc123"/)
    for (const path of ['/readyz', '/openapi.json', '/docs', '/console', '/till']) {
      expect((await node.call('GET', path)).status).toBe(200)
    }
    expect(await platform.terminate()).toBe(0)
  })

  test('has the commands of an operator', async () => {
    const program = join(release, 'bin/wasl-platform')
    const env = deployment.environment()
    const { stdout } = await run(program, ['retain'], { env })
    expect(stdout).toBe('Nothing is old enough to be dropped.\n')
    await expect(run(program, ['reseal'], { env })).rejects.toThrow('WASL_MASTER_KEY_PREVIOUS')
    const closed = await run(program, ['close-day'], { env })
    // The payment above is of yesterday when midnight has just passed.
    expect(closed.stdout).toMatch(EXPECTED_WORDS['close-day'])
    await expect(run(program, ['serve'], { env })).rejects.toThrow('received serve')
  })

  test('has every command that the guides and the alerts name, with the arguments that they give', async () => {
    const program = join(release, 'bin/wasl-platform')
    const file = join(folder, 'wasl.env')
    const env = deployment.environment()
    writeFileSync(
      file,
      `DATABASE_URL=${env['DATABASE_URL']}\nWASL_MASTER_KEY=${env['WASL_MASTER_KEY']}\n`,
    )
    const placeOf: Record<string, string> = {
      '/etc/wasl/wasl.env': file,
      '/var/lib/wasl-seals': folder,
      'audit.ndjson': join(folder, 'audit.ndjson'),
    }
    const calls = documentedCalls()
    expect(new Set(calls.map(([name]) => name))).toEqual(new Set(Object.keys(COMMANDS)))
    for (const call of calls) {
      const args = call.map((word) => placeOf[word] ?? word)
      const { stdout, stderr } = await run(program, args, { env }).catch((error: any) => error)
      const said = `${call.join(' ')}: ${stdout}${stderr}`
      expect(said).toMatch(EXPECTED_WORDS[call[0] as CommandName])
      expect(said).not.toContain('npm run')
    }
    const { stdout } = await run(program, ['help'])
    for (const name of Object.keys(COMMANDS)) expect(stdout).toContain(`wasl-platform ${name}`)
  })

  test('loads mail and passkeys at their first use', () => {
    const bundle = join(release, 'bundle')
    const read = (file: string): string => readFileSync(join(bundle, file), 'utf8')
    const files = readdirSync(bundle).filter((file) => file.endsWith('.js'))
    // What `serve.ts` imports, and what that imports, without `import()`.
    const atStart = files.filter((file) => file.startsWith('serve-'))
    for (const file of atStart) {
      const found = [...read(file).matchAll(/^import .*"\.\/(.+)";?$/gm)].map(
        ([, name = '']) => name,
      )
      atStart.push(...found.filter((name) => !atStart.includes(name)))
    }
    expect(atStart.length).toBeGreaterThan(1)
    for (const word of ['SMTPConnection', 'isoCBOR']) {
      const isIn = (file: string): boolean => read(file).includes(word)
      expect(files.some(isIn), word).toBe(true)
      expect(atStart.filter(isIn), word).toEqual([])
    }
  })

  test('makes a PDF with what it contains', () => {
    const template = join(folder, 'page.typ')
    writeFileSync(template, '#json("data.json").text')
    const program = join(release, 'bundle', bundledName(PDF_PROGRAM))
    const { stdout } = spawnSync(join(release, 'bin/node'), [program, template], {
      input: '{ "text": "Wasl" }',
      env: {},
    })
    expect(stdout.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('asks for DATABASE_URL when it is missing', async () => {
    const env = { PATH: '/usr/bin:/bin', WASL_DATA_DIR: join(folder, 'data') }
    const starting = run(join(release, 'bin/wasl-platform'), [], { env })
    await expect(starting).rejects.toThrow('set DATABASE_URL to a PostgreSQL of your own')
  })

  test('names its Node.js and its commit', () => {
    const manifest = JSON.parse(readFileSync(join(release, 'release.json'), 'utf8'))
    expect(manifest).toMatchObject({ commit: 'abc123', node: process.versions.node })
  })
})
